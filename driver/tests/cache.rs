//! The compile cache: a program is compiled whatever is in the directory, and only valid entries are used.

use std::path::{Path, PathBuf};

use strata_codegen_llvm::{OptLevel, Target};
use strata_driver::cache::{CompileCache, Key, KeyBuilder};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary directory")
}

fn key(program: &str) -> Key {
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    KeyBuilder::new(&target).add("program", program.as_bytes()).finish()
}

fn files(text: &str) -> Vec<Vec<u8>> {
    vec![text.as_bytes().to_vec(), Vec::new(), vec![0; 1000]]
}

/// The one entry of a folder.
fn entry(folder: &Path) -> PathBuf {
    let mut names: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the folder").map(|e| e.expect("an entry").path()).collect();
    assert_eq!(names.len(), 1, "{names:?}");
    names.remove(0)
}

/// Loads an entry that has to be compiled again; returns whether it was, and the warnings.
fn again(cache: &CompileCache, key: &Key) -> (bool, String) {
    let mut made = false;
    let got = cache.load_or(key, || {
        made = true;
        Ok::<_, ()>(files("new"))
    });
    assert!(got == Ok(files(if made { "new" } else { "old" })));
    (made, cache.take_warnings().join("\n"))
}

#[test]
fn what_was_stored_is_found() {
    let folder = folder();
    // The directory is created.
    let cache = CompileCache::new(folder.path().join("a/b"));
    assert!(cache.load(&key("p")).is_none());
    cache.store(&key("p"), &files("old"));
    assert_eq!(cache.load(&key("p")), Some(files("old")));
    assert_eq!(CompileCache::new(cache.folder()).load(&key("p")), Some(files("old")));
    assert!(cache.load(&key("q")).is_none());
    assert_eq!(again(&cache, &key("p")), (false, String::new()));
    assert_eq!(cache.hits(), 2);
}

#[test]
fn keys_tell_everything_apart() {
    let target = Target::host().unwrap_or_else(|e| panic!("{e}"));
    let base = Target::new(None, "", "").unwrap_or_else(|e| panic!("{e}"));
    let arm = Target::new(Some("aarch64-linux-gnu"), "", "").unwrap_or_else(|e| panic!("{e}"));
    let of = |t: &Target| KeyBuilder::new(t).finish();
    let pair = |a: &str, b: &str| KeyBuilder::new(&target).add(a, b.as_bytes()).add("c", b"d").finish();
    let keys = [
        of(&target),
        of(&base),
        of(&arm),
        of(&target.clone().with_opt(OptLevel::O1)),
        of(&target.clone().with_passes("function(gvn)")),
        pair("a", "bc"),
        pair("ab", "c"),
        pair("a", "b"),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(keys[..i].iter().all(|b| b != a), "key {i}");
    }
    assert_eq!(pair("a", "b"), keys[7]);
}

/// Damages the entry, and expects a warning, another compilation, and a valid entry after it.
fn damaged(why: &str, damage: impl Fn(Vec<u8>) -> Vec<u8>) {
    let folder = folder();
    let cache = CompileCache::new(folder.path());
    cache.store(&key("p"), &files("old"));
    let path = entry(folder.path());
    let bytes = damage(std::fs::read(&path).expect("the entry"));
    std::fs::write(&path, bytes).expect("the entry is written");
    let (made, warnings) = again(&cache, &key("p"));
    assert!(made && warnings.contains(why) && warnings.contains("compiled again"), "{why}: {warnings}");
    assert_eq!(cache.load(&key("p")), Some(files("new")));
    assert_eq!(cache.take_warnings(), Vec::<String>::new());
}

#[test]
fn foreign_entries_are_replaced() {
    damaged("not an entry", |_| {
        b"something else, longer than the shortest entry there is, of someone else".to_vec()
    });
    damaged("not an entry", |_| Vec::new());
    damaged("not an entry", |mut b| {
        b[7] = b'9';
        b
    });
    // An entry of another program under this name.
    damaged("another program", |_| {
        let other = folder();
        CompileCache::new(other.path()).store(&key("other"), &files("other"));
        std::fs::read(entry(other.path())).expect("the other entry")
    });
}

#[test]
fn truncated_entries_are_replaced() {
    let whole = {
        let folder = folder();
        CompileCache::new(folder.path()).store(&key("p"), &files("old"));
        std::fs::read(entry(folder.path())).expect("the entry").len()
    };
    for length in [8, 20, 40, 60, 100, whole / 2, whole - 1] {
        damaged("the entry is", move |mut b| {
            b.truncate(length);
            b
        });
    }
    damaged("damaged", |mut b| {
        b.push(0);
        b
    });
}

#[test]
fn corrupted_entries_are_replaced() {
    // Any bit of the lengths, the files and the checksum. A change of the key before them makes it the entry of another program.
    for at in [40, 43, 44, 51, 60, 70, 500, 1000] {
        damaged("the entry is", move |mut b| {
            b[at] ^= 0x10;
            b
        });
    }
    damaged("another program", |mut b| {
        b[30] ^= 1;
        b
    });
    // Lengths that do not fit into memory cause no allocation.
    damaged("the entry is", |mut b| {
        b[40..60].fill(0xff);
        b
    });
}

#[test]
fn problems_of_the_file_system_are_warnings() {
    let folder = folder();
    let file = folder.path().join("file");
    std::fs::write(&file, "not a folder").expect("a file");
    let cache = CompileCache::new(&file);
    let (made, warnings) = again(&cache, &key("p"));
    assert!(made && warnings.contains("the folder cannot be made"), "{warnings}");
    // A directory with an entry's name can be neither read nor replaced.
    let cache = CompileCache::new(folder.path().join("cache"));
    cache.store(&key("p"), &files("old"));
    let path = entry(cache.folder());
    std::fs::remove_file(&path).expect("the entry is removed");
    std::fs::create_dir(&path).expect("a folder of its name");
    let (made, warnings) = again(&cache, &key("p"));
    assert!(
        made && warnings.contains("cannot be read") && warnings.contains("cannot be written"),
        "{warnings}"
    );
    // The partial file has been removed.
    assert_eq!(entry(cache.folder()), path);
}

#[cfg(unix)]
#[test]
fn missing_permissions_are_warnings() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let cache = CompileCache::new(folder.path());
    let allow = |mode| std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode));
    allow(0o500).expect("permissions are taken away");
    // Root may write everywhere.
    let is_root = std::fs::write(folder.path().join("probe"), "").is_ok();
    let (made, warnings) = again(&cache, &key("p"));
    allow(0o700).expect("permissions are given back");
    assert!(made);
    assert_eq!(warnings.contains("cannot be written"), !is_root, "{warnings}");
}

#[cfg(unix)]
#[test]
fn folders_of_others_are_refused() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let folder = folder();
    let cache = CompileCache::new(folder.path());
    cache.store(&key("p"), &files("old"));
    for mode in [0o777, 0o770, 0o1777, 0o702] {
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(mode)).expect("it is ours");
        let cache = CompileCache::new(folder.path());
        let (made, warnings) = again(&cache, &key("p"));
        assert!(made && warnings.contains("others may write to it"), "{mode:o}: {warnings}");
        // Nothing was written either, and the reason is reported once.
        assert_eq!(paths(folder.path()).len(), 1);
        assert_eq!(warnings.lines().count(), 1, "{warnings}");
    }
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o755)).expect("it is ours");
    assert_eq!(cache.load(&key("p")), Some(files("old")));
    // Only root can give a folder away.
    if std::os::unix::fs::chown(folder.path(), Some(12345), None).is_ok() {
        let (made, warnings) = again(&CompileCache::new(folder.path()), &key("p"));
        assert!(made && warnings.contains("it belongs to user 12345"), "{warnings}");
        std::os::unix::fs::chown(folder.path(), Some(0), None).expect("root may");
        std::os::unix::fs::chown(entry(folder.path()), Some(12345), None).expect("root may");
        let (made, warnings) = again(&CompileCache::new(folder.path()), &key("p"));
        assert!(made && warnings.contains("it belongs to somebody else"), "{warnings}");
    }
    // A directory that the cache creates is writable by the user only.
    let cache = CompileCache::new(folder.path().join("a/b"));
    cache.store(&key("p"), &files("old"));
    assert_eq!(cache.folder().metadata().expect("it was made").mode() & 0o777, 0o700);
}

/// A pipe, a link or a device with the name of an entry is not opened: a pipe without a writer would block, and another user chose the
/// target of a link.
#[cfg(unix)]
#[test]
fn pipes_links_and_devices_are_no_entries() {
    let elsewhere = folder();
    let other = CompileCache::new(elsewhere.path());
    other.store(&key("p"), &files("old"));
    let target = entry(elsewhere.path());
    let make = |kind: &str, path: &Path| match kind {
        "link" => std::os::unix::fs::symlink(&target, path).expect("a link"),
        "device" => std::os::unix::fs::symlink("/dev/zero", path).expect("a link"),
        _ => assert!(std::process::Command::new("mkfifo").arg(path).status().expect("mkfifo").success()),
    };
    for kind in ["link", "device", "pipe"] {
        let folder = folder();
        let cache = CompileCache::new(folder.path());
        make(kind, &folder.path().join(target.file_name().expect("a name")));
        let (made, warnings) = again(&cache, &key("p"));
        let why = if kind == "pipe" { "it is no file" } else { "it is a link" };
        assert!(made && warnings.contains(why), "{kind}: {warnings}");
        // The entry replaces the link, whose target is unchanged.
        assert_eq!(cache.load(&key("p")), Some(files("new")));
        assert_eq!(other.load(&key("p")), Some(files("old")));
    }
}

/// Concurrent writers and readers of the same entries, each with its own cache object, as separate processes have.
#[test]
fn readers_see_whole_entries_while_others_write() {
    let folder = folder();
    let work = |seed: usize| {
        let cache = CompileCache::new(folder.path());
        for i in 0..200 {
            let name = ["p", "q", "r"][(seed + i) % 3];
            let want = vec![name.as_bytes().repeat(20_000)];
            if (seed + i) % 2 == 0 {
                cache.store(&key(name), &want);
            } else if let Some(got) = cache.load(&key(name)) {
                assert!(got == want);
            }
        }
        assert_eq!(cache.take_warnings(), Vec::<String>::new());
    };
    std::thread::scope(|scope| {
        for seed in 0..4 {
            scope.spawn(move || work(seed));
        }
    });
    let names: Vec<_> = std::fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(names.len(), 3);
}

/// Sets the time of an entry's last use to some seconds ago.
fn used_before(cache: &CompileCache, program: &str, seconds: u64) {
    let before: Vec<PathBuf> = paths(cache.folder());
    cache.store(&key(program), &files("old"));
    let new = paths(cache.folder()).into_iter().find(|p| !before.contains(p)).expect("an entry was written");
    let time = std::time::SystemTime::now() - std::time::Duration::from_secs(seconds);
    let file = std::fs::File::options().append(true).open(new).expect("the entry");
    file.set_modified(time).expect("times can be set");
}

fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.map(|e| e.expect("an entry").path()).collect()
}

fn bytes_in(folder: &Path) -> u64 {
    paths(folder).iter().map(|p| p.metadata().expect("a file").len()).sum()
}

#[test]
fn what_was_not_used_for_longest_goes_first() {
    let folder = folder();
    let cache = CompileCache::new(folder.path()).with_max_size(0);
    for (program, seconds) in [("a", 50), ("b", 40), ("c", 30), ("d", 20)] {
        used_before(&cache, program, seconds);
    }
    let entry = bytes_in(folder.path()) / 4;
    // A hit makes the oldest one the newest.
    assert_eq!(cache.load(&key("a")), Some(files("old")));
    // Room for three, in a process that has not looked at the folder yet.
    let cache = CompileCache::new(folder.path()).with_max_size(entry * 7 / 2);
    cache.store(&key("e"), &files("old"));
    let kept: Vec<&str> =
        ["a", "b", "c", "d", "e"].into_iter().filter(|p| cache.load(&key(p)).is_some()).collect();
    assert_eq!(kept, ["a", "d", "e"]);
    assert_eq!(cache.take_warnings(), Vec::<String>::new());
    // The same for each further entry.
    for i in 0..20 {
        cache.store(&key(&format!("p{i}")), &files("old"));
        assert!(bytes_in(folder.path()) <= entry * 7 / 2);
        assert_eq!(cache.load(&key(&format!("p{i}"))), Some(files("old")));
    }
}

#[test]
fn an_entry_that_is_larger_than_the_cache_is_not_kept() {
    let folder = folder();
    let cache = CompileCache::new(folder.path()).with_max_size(100);
    cache.store(&key("p"), &files("old"));
    assert_eq!(paths(folder.path()), Vec::<PathBuf>::new());
}

#[test]
fn files_of_others_stay_and_halves_of_entries_go() {
    let folder = folder();
    let cache = CompileCache::new(folder.path()).with_max_size(3000);
    let name = "0123456789abcdef".repeat(4);
    let [other, fresh, abandoned] =
        ["notes.strata".to_owned(), format!(".{name}.strata.1-1"), format!(".{name}.strata.1-2")]
            .map(|name| folder.path().join(name));
    for path in [&other, &fresh, &abandoned] {
        std::fs::write(path, vec![0; 5000]).expect("the folder can be written");
    }
    let time = std::time::SystemTime::now() - std::time::Duration::from_secs(7200);
    for path in [&other, &abandoned] {
        let file = std::fs::File::options().append(true).open(path).expect("a file");
        file.set_modified(time).expect("times can be set");
    }
    cache.store(&key("p"), &files("old"));
    assert_eq!([&other, &fresh, &abandoned].map(|p| p.exists()), [true, true, false]);
    assert_eq!(cache.load(&key("p")), Some(files("old")));
}

#[test]
fn several_users_shrink_one_folder() {
    let folder = folder();
    let work = |user: usize| {
        let cache = CompileCache::new(folder.path()).with_max_size(5000);
        for i in 0..40 {
            let key = key(&format!("{user} {i}"));
            cache.store(&key, &files("old"));
            // Another writer may have removed it, but it is never incomplete.
            assert!(cache.load(&key).is_none_or(|found| found == files("old")));
        }
        assert_eq!(cache.take_warnings(), Vec::<String>::new());
    };
    std::thread::scope(|scope| (0..4).for_each(|user| _ = scope.spawn(move || work(user))));
    CompileCache::new(folder.path()).with_max_size(5000).store(&key("last"), &files("old"));
    assert!(bytes_in(folder.path()) <= 5000);
}
