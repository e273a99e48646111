//! Lists of entries.

use rustc_hash::FxHashSet;
use strata_ir::{
    prelude::*,
    text::{AttrSyntax, ParseAttr},
};

use crate::entry::{Entry, INVALID_KIND, Key};

type Verifier = fn(&Context, &[Entry]) -> Result<(), String>;

/// Which keys the entries of a list may have. A list of types and names may also be empty.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    TypesAndNames,
    Names,
}

/// `<"key" = value, type = value>`.
fn parse(p: &mut Parser<'_>, keys: Keys, verify: Verifier) -> PResult<Vec<Entry>> {
    let at = p.location();
    p.expect("<")?;
    if p.peek(">") && keys == Keys::Names {
        let at = p.location();
        return Err(p.error_at(at, "no DLTI entries provided"));
    }
    let entries = p.list_until(">", |p| {
        if keys == Keys::Names && !p.peek("\"") && !p.peek("#") {
            return Err(p.error(INVALID_KIND));
        }
        Entry::parse(p)
    })?;
    match verify(p.cx(), &entries) {
        Ok(()) => Ok(entries),
        Err(why) => Err(p.error_at(at, why)),
    }
}

fn print(entries: &[Entry], w: &mut AsmWriter<'_>) {
    w.text("<");
    for (i, entry) in entries.iter().enumerate() {
        w.text(if i == 0 { "" } else { ", " });
        entry.print(w);
    }
    w.text(">");
}

fn verify(cx: &Context, entries: &[Entry], keys: Keys) -> Result<(), String> {
    let mut seen = FxHashSet::default();
    for Entry { key, .. } in entries {
        match key {
            Key::Type(_) if keys == Keys::Names => return Err("type as DLTI key is not allowed".to_owned()),
            Key::Name(name) if name.is_empty() => {
                return Err("empty string as DLTI key is not allowed".to_owned());
            }
            _ => {}
        }
        if !seen.insert(key) {
            return Err(format!("repeated DLTI key: {}", key.text(cx)));
        }
    }
    Ok(())
}

fn verify_system(cx: &Context, entries: &[Entry]) -> Result<(), String> {
    let mut seen = FxHashSet::default();
    for Entry { key, value } in entries {
        let Key::Name(name) = key else { return Err("non-string key of DLTI system spec".to_owned()) };
        if cx.attr_as::<TargetDeviceSpecAttr>(*value).is_none() {
            return Err(format!("value associated with key \"{name}\" is not a DLTI device spec"));
        }
        if !seen.insert(name) {
            return Err(format!("repeated device ID in dlti.target_system_spec: \"{name}\""));
        }
    }
    Ok(())
}

macro_rules! specs {
    ($($(#[doc = $doc:literal])* $name:ident = $full:literal, $keys:expr, $verify:expr;)*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name {
            /// The entries, in the order in which they are written.
            pub entries: Vec<Entry>,
        }
        impl $name {
            /// The value of a key.
            #[must_use]
            pub fn get(&self, key: &Key) -> Option<Attr> {
                self.entries.iter().find(|e| e.key == *key).map(|e| e.value)
            }
        }
        impl Storage for $name {
            const NAME: Option<&'static str> = Some($full);
            fn print(&self, w: &mut AsmWriter<'_>) {
                print(&self.entries, w);
            }
            fn children(&self, visit: &mut dyn FnMut(TypeOrAttr)) {
                self.entries.iter().for_each(|e| e.children(visit));
            }
            fn map_children(&self, map: &mut dyn FnMut(TypeOrAttr) -> TypeOrAttr) -> Option<Self> {
                Some(Self { entries: self.entries.iter().map(|e| e.map_children(map)).collect() })
            }
        }
        impl AttrSyntax for $name {
            const DEF: strata_ir::core::AttrDef = strata_ir::core::AttrDef {
                name: $full,
                doc: concat!($($doc, "\n"),*),
                parse: &((|p| {
                    let entries = parse(p, $keys, $verify)?;
                    Ok(p.cx().attr($name { entries }))
                }) as ParseAttr),
            };
        }
    )*};
}

specs! {
    /// `#dlti.dl_spec<"dlti.endianness" = "little", i64 = dense<32> : vector<2xi64>>`: the layout of data in memory.
    DataLayoutSpecAttr = "dlti.dl_spec", Keys::TypesAndNames, |cx, entries| verify(cx, entries, Keys::TypesAndNames);
    /// `#dlti.map<"key" = value, i32 = value>`: values of keys, which have no meaning to the dialect.
    MapAttr = "dlti.map", Keys::TypesAndNames, |cx, entries| verify(cx, entries, Keys::TypesAndNames);
    /// `#dlti.target_device_spec<"L1_cache_size_in_bytes" = 4096 : i32>`: properties of a device.
    TargetDeviceSpecAttr = "dlti.target_device_spec", Keys::Names, |cx, entries| verify(cx, entries, Keys::Names);
    /// `#dlti.target_system_spec<"CPU" = #dlti.target_device_spec<…>>`: the devices of a system.
    TargetSystemSpecAttr = "dlti.target_system_spec", Keys::Names, verify_system;
}
