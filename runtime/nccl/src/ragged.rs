//! All-to-all of parts of different lengths: receivers hear from the senders where rows go, then rows are sent.

use strata_runtime_collectives::Array;

use crate::seated::{Seated, Temporary};

/// A member's transfers: bytes at an offset, to or from a member.
type Transfer = (usize, u64, usize);

/// Does the job.
pub(crate) fn run(seated: &Seated<'_>) -> Result<(), String> {
    let job = seated.job;
    let (6, [result]) = (job.operands.len(), &job.results[..]) else {
        return Err("it has six operands and one result".to_owned());
    };
    if job.operands[1].bytes() != result.bytes() {
        return Err("its result is not like its second operand".to_owned());
    }
    let n = job.group.len();
    let offsets = &job.operands[4];
    let each = offsets.sizes.iter().product::<usize>() / n.max(1);
    let block = each * offsets.element;
    // The places in this member where the others put their rows.
    let received = seated
        .members
        .iter()
        .map(|member| Temporary::new(member, block * n))
        .collect::<Result<Vec<_>, _>>()?;
    if block > 0 {
        seated.each(|i, member, seat| {
            (0..n).try_for_each(|peer| {
                let at = (peer * block) as u64;
                seated.send(member.inputs[4] + at, block, peer, seat)?;
                seated.receive(received[i].address + at, block, peer, seat)
            })
        })?;
    }
    let mut plans: Vec<(Vec<Transfer>, Vec<Transfer>)> = Vec::new();
    for (member, places) in seated.members.iter().zip(&received) {
        let numbers = |operand: usize, address: u64| -> Result<Vec<Option<usize>>, String> {
            let ty = &job.operands[operand];
            let mut bytes = vec![0; ty.bytes()];
            if !bytes.is_empty() {
                member.device.download(&mut bytes, address)?;
            }
            Ok(bytes.chunks(ty.element.max(1)).map(number).collect())
        };
        let starts = numbers(2, member.inputs[2])?;
        let counts = numbers(3, member.inputs[3])?;
        let targets = numbers(4, places.address)?;
        let expected = numbers(5, member.inputs[5])?;
        let plan = |starts: &[Option<usize>], counts: &[Option<usize>], array: &Array| {
            let range = |at: usize| rows(array, *starts.get(at)?, *counts.get(at)?);
            let list = (0..n * each).map(|at| range(at).map(|(offset, bytes)| (at / each, offset, bytes)));
            list.collect::<Option<Vec<Transfer>>>().ok_or("it moves rows that do not exist")
        };
        plans.push((plan(&starts, &counts, &job.operands[0])?, plan(&targets, &expected, result)?));
        if result.bytes() > 0 {
            member.device.copy(member.outputs[0], member.inputs[1], result.bytes())?;
        }
    }
    seated.each(|i, member, seat| {
        let (sends, receives) = &plans[i];
        for &(peer, offset, bytes) in sends.iter().filter(|transfer| transfer.2 > 0) {
            seated.send(member.inputs[0] + offset, bytes, peer, seat)?;
        }
        for &(peer, offset, bytes) in receives.iter().filter(|transfer| transfer.2 > 0) {
            seated.receive(member.outputs[0] + offset, bytes, peer, seat)?;
        }
        Ok(())
    })
}

/// The offset and the length in bytes of rows of an array, if it has them.
fn rows(array: &Array, start: Option<usize>, count: Option<usize>) -> Option<(u64, usize)> {
    let row = array.bytes().checked_div(array.sizes.first().copied()?).unwrap_or(0);
    let (offset, bytes) = (start?.checked_mul(row)?, count?.checked_mul(row)?);
    (offset.checked_add(bytes)? <= array.bytes()).then_some((offset as u64, bytes))
}

/// An integer; `None` if it is negative.
fn number(bytes: &[u8]) -> Option<usize> {
    let mut wide = [if bytes.last()? & 0x80 != 0 { 0xFF } else { 0 }; 8];
    wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
    usize::try_from(i64::from_le_bytes(wide)).ok()
}
