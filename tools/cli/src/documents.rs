//! Completions of shells and manual pages, made from the declaration of a command line.

use std::ffi::OsString;

use clap::{Args, Command};
use clap_complete::Shell;
use strata_process::{FAILED, Output};

/// The flags, for the help text of a tool; [`document`] answers them.
#[derive(Args, Debug, Default, Clone)]
#[command(next_help_heading = "Documents, each as the only argument")]
pub struct Documents {
    /// Print the completions of a shell.
    #[arg(long, value_name = "bash|elvish|fish|powershell|zsh", exclusive = true)]
    pub completions: Option<Shell>,
    /// Print the manual page, in the format of `man`.
    #[arg(long, exclusive = true)]
    pub man_page: bool,
}

/// The output of `--completions=SHELL` or `--man-page`, if one of them is the only argument.
pub fn document(tool: &'static str, args: &[OsString], command: impl FnOnce() -> Command) -> Option<Output> {
    let words: Vec<&str> = args.iter().map(|a| a.to_str()).collect::<Option<_>>()?;
    let mut stdout = Vec::new();
    let made = match words[..] {
        ["--man-page"] => clap_mangen::Man::new(command().name(tool)).render(&mut stdout),
        ["--completions", shell] => {
            completions(tool, shell.parse().ok()?, command(), &mut stdout);
            Ok(())
        }
        [word] => {
            completions(tool, word.strip_prefix("--completions=")?.parse().ok()?, command(), &mut stdout);
            Ok(())
        }
        _ => return None,
    };
    Some(match made {
        Ok(()) => Output { stdout, ..Output::default() },
        Err(e) => {
            Output { stderr: format!("{tool}: error: {e}\n").into(), code: FAILED, ..Output::default() }
        }
    })
}

fn completions(tool: &str, shell: Shell, mut command: Command, out: &mut Vec<u8>) {
    clap_complete::generate(shell, &mut command, tool, out);
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::{Documents, document};

    #[derive(Parser)]
    #[command(name = "tool", about = "Does one thing.")]
    struct Cli {
        #[arg(required = true)]
        file: String,
        #[command(flatten)]
        documents: Documents,
    }

    fn printed(args: &[&str]) -> Option<String> {
        let args: Vec<_> = args.iter().map(|a| (*a).into()).collect();
        document("tool", &args, Cli::command).map(|o| String::from_utf8_lossy(&o.stdout).into_owned())
    }

    #[test]
    fn documents_are_the_only_argument() {
        let bash = printed(&["--completions=bash"]).expect("completions");
        assert!(bash.contains("complete -F _tool") && bash.contains("--man-page"), "{bash}");
        assert_eq!(printed(&["--completions", "bash"]), Some(bash));
        let page = printed(&["--man-page"]).expect("a page");
        assert!(page.contains(".SH NAME\ntool \\- Does one thing."), "{page}");
        assert_eq!(printed(&["--completions=bash", "x"]), None);
        assert_eq!(printed(&["--completions=tcsh"]), None);
        assert_eq!(printed(&["x"]), None);
    }
}
