//! Older and newer programs, and steps from one version to the next that are cut short.
