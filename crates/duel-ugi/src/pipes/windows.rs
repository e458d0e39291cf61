//! Our ends with a thread at each, as a pipe cannot be asked here whether it has room. A thread ends
//! with its pipe: when the program is killed, or closes it.

use std::{
    io::{self, Read as _, Write as _},
    process::{ChildStdin, ChildStdout},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::SeqCst},
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use super::{CHUNK, ReadStatus, UNREAD};

/// How many chunks are read ahead. With more the program would fill our memory instead of its pipe.
const CHUNKS_AHEAD: usize = 4;

/// Our ends of the pipes.
pub(super) struct Ends {
    input: Option<Sender<Vec<u8>>>,
    /// How many bytes have not been written yet.
    unsent: Arc<AtomicUsize>,
    output: Receiver<(Vec<u8>, Instant)>,
}

impl Ends {
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub(super) fn new(mut input: ChildStdin, mut output: ChildStdout) -> io::Result<Ends> {
        let unsent = Arc::new(AtomicUsize::new(0));
        let (lines, to_write) = mpsc::channel::<Vec<u8>>();
        let waiting = Arc::clone(&unsent);
        thread::spawn(move || {
            for line in to_write {
                // The reader reports a program that has exited.
                if input.write_all(&line).is_err() {
                    return;
                }
                waiting.fetch_sub(line.len(), SeqCst);
            }
        });
        let (chunks, were_read) = mpsc::sync_channel(CHUNKS_AHEAD);
        thread::spawn(move || {
            let mut chunk = vec![0; CHUNK];
            while let Ok(count @ 1..) = output.read(&mut chunk) {
                if chunks.send((chunk[..count].to_vec(), Instant::now())).is_err() {
                    return;
                }
            }
        });
        Ok(Ends { input: Some(lines), unsent, output: were_read })
    }

    pub(super) fn send(&mut self, line: &str) {
        let Some(input) = &self.input else { return };
        let line = format!("{line}\n").into_bytes();
        if self.unsent.load(SeqCst) + line.len() <= UNREAD {
            self.unsent.fetch_add(line.len(), SeqCst);
            let _ = input.send(line);
        }
    }

    /// What was sent before is still written.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Takes a chunk that was read; waits for it at most so long.
    pub(super) fn poll(&mut self, time: Duration, take: impl FnOnce(&[u8], Instant)) -> ReadStatus {
        match self.output.recv_timeout(time) {
            Ok((chunk, at)) => {
                take(&chunk, at);
                ReadStatus::Data
            }
            Err(RecvTimeoutError::Timeout) => ReadStatus::Idle,
            Err(RecvTimeoutError::Disconnected) => ReadStatus::Closed,
        }
    }
}
