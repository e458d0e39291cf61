//! What only the file's own module can bring about.
