//! Where the database is, as it is written on a command line.

use std::path::{Path, PathBuf};

use super::{
    Store, StoreError,
    memory::Memory,
    postgres::Postgres,
    sqlite::{self, Sqlite},
};

/// A kind of database and its place.
#[derive(Debug, PartialEq, Eq)]
enum Address<'a> {
    Memory,
    File(PathBuf),
    /// May contain a password: never to be shown.
    Postgres(&'a str),
}

impl<'a> Address<'a> {
    fn read(text: &'a str) -> Result<Address<'a>, StoreError> {
        let refused = |why: &str| Err(StoreError::Refused(why.to_owned()));
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Address::Postgres(text));
        }
        if text == "memory:" {
            return Ok(Address::Memory);
        }
        // An address with an unknown scheme could contain a password, so it is not shown.
        if text.contains("://") || text.starts_with("postgres") && text.contains(':') {
            return refused(
                "this is not an address of a database: it is a file's path, sqlite:PATH, \
                 postgres://USER@HOST/NAME or memory:",
            );
        }
        let path = text.strip_prefix("sqlite:").unwrap_or(text);
        if path.is_empty() {
            return refused("the database has no file name");
        }
        if path.contains('\0') {
            return refused("the database's file name holds a zero byte");
        }
        Ok(Address::File(PathBuf::from(path)))
    }
}

impl Store {
    /// Opens the database at an address: `PATH` or `sqlite:PATH` is a file, which is made if there
    /// is none, `postgres://USER:PASSWORD@HOST/NAME` a PostgreSQL server, and `memory:` no database
    /// at all. No error contains the password.
    pub async fn open(address: &str) -> Result<Store, StoreError> {
        Ok(match Address::read(address)? {
            Address::Memory => Store::new(Memory::default()),
            Address::File(path) => Store::new(Sqlite::open(&path).await?),
            Address::Postgres(address) => Store::new(Postgres::open(address).await?),
        })
    }

    /// Copies the database at an address into a new file, also while a server uses it.
    pub async fn backup(address: &str, to: &Path) -> Result<(), StoreError> {
        match Address::read(address)? {
            Address::File(path) => sqlite::backup(&path, to).await,
            Address::Memory => Err(StoreError::Refused("there is no database to copy".to_owned())),
            Address::Postgres(_) => Err(StoreError::Refused(
                "PostgreSQL has tools of its own for this: pg_dump, or its continuous archiving"
                    .to_owned(),
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses() {
        let read = |text| Address::read(text).unwrap();
        assert_eq!(read("memory:"), Address::Memory);
        assert_eq!(read("games.db"), Address::File("games.db".into()));
        assert_eq!(read("sqlite:/var/lib/duel/games.db"), {
            Address::File("/var/lib/duel/games.db".into())
        });
        assert_eq!(read("postgres://duel@db/duel"), Address::Postgres("postgres://duel@db/duel"));
        for wrong in ["", "sqlite:", "mysql://root:hunter2@db/duel", "postgres:hunter2", "a\0b"] {
            let error = Address::read(wrong).unwrap_err().to_string();
            assert!(!error.contains("hunter2"), "{error}");
        }
    }
}
