//! The file of a SQLite database: for its owner only, for one server at a time, and whole.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use sqlx::Connection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqliteSynchronous,
};

use super::transaction::sqlite_code;
use super::{StoreFault, Stored, is_postgres};

/// Another program that holds the file is waited for so long.
const BUSY: Duration = Duration::from_secs(3);

/// Keeps other servers away from a file as long as it lives. The system lets go of it when the program ends,
/// however it ends.
pub(super) struct Lock {
    _held: File,
}

/// How a server opens its file.
pub(super) fn options(asked: SqliteConnectOptions) -> SqliteConnectOptions {
    asked
        // It is made once, in `prepare`: should it vanish later, an empty one must not take its place.
        .create_if_missing(false)
        .journal_mode(SqliteJournalMode::Wal)
        // Full: an answered order survives a power cut, not only a crash of the program.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(BUSY)
        // Moving the log into the file is done beside the writer, see `tidy`; this is for the case that it
        // cannot keep up.
        .pragma("wal_autocheckpoint", "20000")
        .foreign_keys(true)
}

/// The file beside another, as SQLite names them.
fn beside(file: &Path, what: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(what);
    name.into()
}

/// Opens a file only its owner may read; `new` if it must not be there yet.
fn private(file: &Path, new: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).create_new(new).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)
}

/// Takes away what others may do with a file. It is never opened for that: closing it again would let go of
/// SQLite's own locks.
fn make_private(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        match fs::metadata(file) {
            Ok(found) if found.permissions().mode() & 0o077 != 0 => {
                fs::set_permissions(file, fs::Permissions::from_mode(0o600))?;
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn unusable_file(file: &Path, why: impl std::fmt::Display) -> StoreFault {
    let file = file.display();
    StoreFault::Unusable(format!(
        "the games in {file} cannot be opened: {why}; choose others with --database sqlite:FILE"
    ))
}

/// Makes the file if it is not there, for its owner only, and takes it for this server.
pub(super) fn prepare(file: &Path) -> Stored<Lock> {
    match private(file, true) {
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(unusable_file(file, error)),
    }
    // Two names of one file have one lock.
    let file = fs::canonicalize(file).map_err(|error| unusable_file(file, error))?;
    let lock = lock(&file)?;
    for part in ["", "-wal", "-shm"] {
        let part = beside(&file, part);
        if let Err(error) = make_private(&part) {
            tracing::warn!(file = %part.display(), %error, "others may be able to read this file");
        }
    }
    Ok(lock)
}

fn lock(file: &Path) -> Stored<Lock> {
    let name = beside(file, "-lock");
    let mut held = private(&name, false).map_err(|error| unusable_file(&name, error))?;
    match held.try_lock() {
        Ok(()) => {
            // Who it is, for whoever comes second.
            let told = held
                .set_len(0)
                .and_then(|()| held.rewind())
                .and_then(|()| write!(held, "{}", std::process::id()));
            if let Err(error) = told {
                tracing::debug!(%error, "the lock does not say whose it is");
            }
            Ok(Lock { _held: held })
        }
        Err(TryLockError::WouldBlock) => {
            let mut holder = String::new();
            let known = held.read_to_string(&mut holder).is_ok() && holder.parse::<u32>().is_ok();
            let holder = if known { format!(" (process {holder})") } else { String::new() };
            Err(StoreFault::Unusable(format!(
                "another Strategikon{holder} serves the games in {}; stop it first, or choose others with --database sqlite:FILE",
                file.display()
            )))
        }
        Err(TryLockError::Error(error)) => Err(unusable_file(&name, error)),
    }
}

/// Why a file cannot be opened, with what to do about it.
pub(super) fn unusable(file: &Path, error: sqlx::Error) -> StoreFault {
    match sqlite_code(&error) {
        Some(11) => damaged(file, &error.to_string()),
        Some(26) => StoreFault::Unusable(format!(
            "the games in {} cannot be opened: this is no database, or its beginning is destroyed; move them away, \
             put a copy made by `strategikon backup` in their place, or choose others with --database sqlite:FILE",
            file.display()
        )),
        _ => unusable_file(file, error),
    }
}

fn damaged(file: &Path, what: &str) -> StoreFault {
    let file = file.display();
    StoreFault::Unusable(format!(
        "the games in {file} are damaged: {what}. Nothing was changed. Move {file}, {file}-wal and {file}-shm away and put a \
         copy made by `strategikon backup` in their place, or save what can still be read with `sqlite3 {file} .recover`"
    ))
}

/// Looks whether the file is whole.
pub(super) async fn check(file: &Path, pool: &SqlitePool) -> Stored<()> {
    let found: Result<Vec<String>, _> = sqlx::query_scalar("PRAGMA quick_check(3)").fetch_all(pool).await;
    match found {
        Ok(found) if found == ["ok"] => Ok(()),
        Ok(found) => Err(damaged(file, &found.join("; "))),
        Err(error) => Err(unusable(file, error)),
    }
}

/// Writes a copy of a SQLite database, also while it is in use. The database is only read, whatever program made it.
pub async fn copy(url: &str, to: &Path) -> Stored<()> {
    if is_postgres(url) {
        return Err(StoreFault::Unusable("a PostgreSQL database is copied with pg_dump".into()));
    }
    let options =
        SqliteConnectOptions::from_str(url)?.read_only(true).create_if_missing(false).busy_timeout(BUSY);
    let file = options.get_filename().to_path_buf();
    if !file.is_file() {
        return Err(StoreFault::Unusable(format!(
            "there are no games in {}; nothing was copied",
            file.display()
        )));
    }
    let cannot = |error: io::Error| {
        StoreFault::Unusable(format!("{} cannot be written: {error}; nothing was copied", to.display()))
    };
    let mut source =
        SqliteConnection::connect_with(&options).await.map_err(|error| unusable(&file, error))?;
    // Into an empty file of ours, so that nobody else can read it even for a moment.
    private(to, true).map_err(cannot)?;
    let copied = sqlx::query("VACUUM INTO $1").bind(to.to_string_lossy()).execute(&mut source).await;
    let copied = copied.and(source.close().await).map_err(|error| match sqlite_code(&error) {
        Some(11 | 26) => unusable(&file, error),
        _ => cannot(io::Error::other(error)),
    });
    let copied = copied.and_then(|()| File::open(to).and_then(|copy| copy.sync_all()).map_err(cannot));
    if copied.is_err() {
        let _ = fs::remove_file(to);
    }
    copied
}
