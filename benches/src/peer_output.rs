//! What a peer's process says.

use std::{error::Error, process::Command};

/// The standard output of a process that succeeds; else the last thing it complained about.
pub(crate) fn output(command: &mut Command) -> Result<String, Box<dyn Error>> {
    let output = command.output()?;
    if output.status.success() {
        Ok(String::from_utf8(output.stdout)?)
    } else {
        let complaint = String::from_utf8_lossy(&output.stderr);
        let last = complaint.lines().last().unwrap_or_default();
        Err(format!("{}: {last}", output.status).into())
    }
}
