//! All-to-all of parts of different lengths.

use crate::collective::{Job, Member};
use crate::engine::{Workers, spread};

/// Number `at` of an array of integers of `width` bytes; `None` if it is not there, or negative.
pub(crate) fn number(bytes: &[u8], width: usize, at: usize) -> Option<usize> {
    let bytes = bytes.get(at.checked_mul(width)?..at.checked_add(1)?.checked_mul(width)?)?;
    let mut wide = [if bytes.last()? & 0x80 != 0 { 0xFF } else { 0 }; 8];
    wide.get_mut(..width)?.copy_from_slice(bytes);
    usize::try_from(i64::from_le_bytes(wide)).ok()
}

/// Writes the rows that all members send to `members`.
pub(crate) fn run(
    job: &Job,
    inputs: &[Vec<&[u8]>],
    members: &mut [Member<'_>],
    workers: &dyn Workers,
) -> Result<(), String> {
    let (6, [result]) = (job.operands.len(), &job.results[..]) else {
        return Err("it has six operands and one result".to_owned());
    };
    if job.operands[1].bytes() != result.bytes() {
        return Err("its result is not like its second operand".to_owned());
    }
    let failed = std::sync::Mutex::new(Ok(()));
    let receivers: Vec<_> = members.iter_mut().map(|m| (m.place, &mut m.outputs[0], &m.inputs)).collect();
    let receive = |(place, output, own): (usize, &mut &mut [u8], &Vec<&[u8]>)| {
        output.copy_from_slice(own[1]);
        if received(job, inputs, place, output).is_none()
            && let Ok(mut failed) = failed.lock()
        {
            *failed = Err("it moves rows that do not exist".to_owned());
        }
    };
    spread(receivers, receive, workers)?;
    failed.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Writes the rows for the member at `place`.
fn received(job: &Job, inputs: &[Vec<&[u8]>], place: usize, output: &mut [u8]) -> Option<()> {
    let rows = job.results[0].sizes.first().copied().unwrap_or(0);
    let row = output.len().checked_div(rows).unwrap_or(0);
    let element = |k: usize| job.operands[k].element;
    let updates = job.operands[2].sizes.iter().product::<usize>() / inputs.len().max(1);
    for sender in inputs {
        for k in 0..updates {
            let at = place * updates + k;
            let [from, n, to] = [2, 3, 4].map(|list| number(sender[list], element(list), at));
            let range = |start: usize| {
                let end = start.checked_add(n?)?.checked_mul(row)?;
                Some(start.checked_mul(row)?..end)
            };
            let source = sender[0].get(range(from?)?)?;
            output.get_mut(range(to?)?)?.copy_from_slice(source);
        }
    }
    Some(())
}
