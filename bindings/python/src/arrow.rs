//! Tables for other programs, by the Arrow C stream interface: a capsule that pandas, Polars, DuckDB and
//! pyarrow read without copying, and that needs none of them.
//!
//! A stream has one batch here: a struct with a child for each column. The three structures are those of
//! the Arrow C data and C stream interfaces. Whoever reads a structure releases it by the function in it,
//! which gives back one share of the table.

use std::ffi::{CString, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule};

/// `ARROW_FLAG_NULLABLE`.
const NULLABLE: i64 = 2;

#[repr(C)]
struct ArrowSchema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut ArrowSchema,
    dictionary: *mut ArrowSchema,
    release: Option<unsafe extern "C" fn(*mut ArrowSchema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArray {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut ArrowArray,
    dictionary: *mut ArrowArray,
    release: Option<unsafe extern "C" fn(*mut ArrowArray)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct ArrowArrayStream {
    get_schema: unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowSchema) -> c_int,
    get_next: unsafe extern "C" fn(*mut ArrowArrayStream, *mut ArrowArray) -> c_int,
    get_last_error: unsafe extern "C" fn(*mut ArrowArrayStream) -> *const c_char,
    release: Option<unsafe extern "C" fn(*mut ArrowArrayStream)>,
    private_data: *mut c_void,
}

// SAFETY: the stream owns what its pointers lead to, and nothing of it belongs to a thread.
unsafe impl Send for ArrowArrayStream {}

impl Drop for ArrowArrayStream {
    /// A stream that nobody has taken out of its capsule goes with it.
    fn drop(&mut self) {
        if let Some(release) = self.release {
            // SAFETY: it has not been released, and will not be again.
            unsafe { release(self) }
        }
    }
}

/// A column: numbers, or texts by where they end.
struct Column {
    name: CString,
    format: CString,
    null_count: i64,
    /// Which are there, then numbers, or the ends of texts and the texts.
    buffers: Vec<Buffer>,
}

/// The bytes of an object, which stay where they are; or none.
struct Buffer {
    begin: *const c_void,
    _owner: Option<Py<PyBytes>>,
}

// SAFETY: what it points to is never written, and its owner may be looked after by any thread.
unsafe impl Send for Buffer {}

// SAFETY: as above.
unsafe impl Sync for Buffer {}

impl Buffer {
    fn new(py: Python<'_>, owner: Option<Py<PyBytes>>) -> Self {
        let bytes = owner.as_ref().map(|owner| owner.bind(py).as_bytes());
        Buffer { begin: bytes.map_or(null(), |bytes| bytes.as_ptr().cast()), _owner: owner }
    }
}

impl Column {
    fn is_nullable(&self) -> bool {
        !self.buffers[0].begin.is_null()
    }
}

/// Columns of one length.
struct Table {
    length: i64,
    columns: Vec<Column>,
}

/// What a schema or an array leads to, and keeps until it is released.
struct Held<T> {
    table: Arc<Table>,
    buffers: Vec<*const c_void>,
    children: Vec<*mut T>,
}

impl<T> Held<T> {
    /// To be given back by [`Held::take`].
    fn give(table: &Arc<Table>, buffers: Vec<*const c_void>, children: Vec<T>) -> *mut Held<T> {
        let children = children.into_iter().map(|child| Box::into_raw(Box::new(child))).collect();
        Box::into_raw(Box::new(Held { table: Arc::clone(table), buffers, children }))
    }

    /// Ends it. What each child holds has to be ended first.
    ///
    /// # Safety
    ///
    /// The pointer must come from [`Held::give`], and not have been taken before.
    unsafe fn take(held: *mut c_void, end: impl Fn(&mut T)) {
        // SAFETY: as promised, it is that box, and its children are boxes of their own.
        let held = unsafe { Box::from_raw(held.cast::<Held<T>>()) };
        for &child in &held.children {
            // SAFETY: as above.
            end(&mut *unsafe { Box::from_raw(child) });
        }
        drop(held.table);
    }
}

unsafe extern "C" fn release_schema(schema: *mut ArrowSchema) {
    // SAFETY: whoever calls this hands over a schema that was made here and not released.
    let schema = unsafe { &mut *schema };
    schema.release = None;
    // SAFETY: what it holds was given to it, and a child that was moved away has no release.
    unsafe {
        Held::<ArrowSchema>::take(schema.private_data, |child| {
            if let Some(release) = child.release {
                release(child);
            }
        });
    }
}

unsafe extern "C" fn release_array(array: *mut ArrowArray) {
    // SAFETY: whoever calls this hands over an array that was made here and not released.
    let array = unsafe { &mut *array };
    array.release = None;
    // SAFETY: what it holds was given to it, and a child that was moved away has no release.
    unsafe {
        Held::<ArrowArray>::take(array.private_data, |child| {
            if let Some(release) = child.release {
                release(child);
            }
        });
    }
}

fn schema(
    table: &Arc<Table>,
    (format, name): (*const c_char, *const c_char),
    is_nullable: bool,
    children: Vec<ArrowSchema>,
) -> ArrowSchema {
    let n_children = children.len() as i64;
    let held = Held::give(table, Vec::new(), children);
    ArrowSchema {
        format,
        name,
        metadata: null(),
        flags: if is_nullable { NULLABLE } else { 0 },
        n_children,
        // SAFETY: it was just made.
        children: unsafe { (*held).children.as_mut_ptr() },
        dictionary: null_mut(),
        release: Some(release_schema),
        private_data: held.cast(),
    }
}

fn array(
    table: &Arc<Table>,
    null_count: i64,
    buffers: Vec<*const c_void>,
    children: Vec<ArrowArray>,
) -> ArrowArray {
    let (n_buffers, n_children) = (buffers.len() as i64, children.len() as i64);
    let held = Held::give(table, buffers, children);
    ArrowArray {
        length: table.length,
        null_count,
        offset: 0,
        n_buffers,
        n_children,
        // SAFETY: it was just made.
        buffers: unsafe { (*held).buffers.as_mut_ptr() },
        // SAFETY: it was just made.
        children: unsafe { (*held).children.as_mut_ptr() },
        dictionary: null_mut(),
        release: Some(release_array),
        private_data: held.cast(),
    }
}

/// What a stream is: a table that is handed out once.
struct Stream {
    table: Arc<Table>,
    is_read: bool,
}

unsafe extern "C" fn get_schema(stream: *mut ArrowArrayStream, out: *mut ArrowSchema) -> c_int {
    // SAFETY: whoever calls this hands over a stream that was made here and not released.
    let Stream { table, .. } = unsafe { &*(*stream).private_data.cast::<Stream>() };
    let child = |column: &Column| {
        let words = (column.format.as_ptr(), column.name.as_ptr());
        schema(table, words, column.is_nullable(), Vec::new())
    };
    let children = table.columns.iter().map(child).collect();
    let whole = schema(table, (c"+s".as_ptr(), c"".as_ptr()), false, children);
    // SAFETY: whoever calls this has room for a schema there, and nothing in it.
    unsafe { out.write(whole) };
    0
}

unsafe extern "C" fn get_next(stream: *mut ArrowArrayStream, out: *mut ArrowArray) -> c_int {
    // SAFETY: whoever calls this hands over a stream that was made here and not released, to nobody else.
    let Stream { table, is_read } = unsafe { &mut *(*stream).private_data.cast::<Stream>() };
    let child = |column: &Column| {
        let buffers = column.buffers.iter().map(|buffer| buffer.begin).collect();
        array(table, column.null_count, buffers, Vec::new())
    };
    let mut next = array(table, 0, vec![null()], table.columns.iter().map(child).collect());
    if std::mem::replace(is_read, true) {
        // SAFETY: it was just made.
        unsafe { release_array(&mut next) };
    }
    // SAFETY: whoever calls this has room for an array there, and nothing in it. One that is released says
    // that there are no more.
    unsafe { out.write(next) };
    0
}

unsafe extern "C" fn get_last_error(_: *mut ArrowArrayStream) -> *const c_char {
    // Nothing fails.
    null()
}

unsafe extern "C" fn release_stream(stream: *mut ArrowArrayStream) {
    // SAFETY: whoever calls this hands over a stream that was made here and not released.
    let stream = unsafe { &mut *stream };
    stream.release = None;
    // SAFETY: it was put there when the stream was made.
    drop(unsafe { Box::from_raw(stream.private_data.cast::<Stream>()) });
}

/// A column: its name, its format, how many are not there, and its buffers.
type ColumnData = (String, String, i64, Vec<Option<Py<PyBytes>>>);

/// Whether these are the buffers of so many elements.
fn are_of(format: &str, length: usize, buffers: &[Option<&[u8]>]) -> bool {
    let [presence, values @ ..] = buffers else { return false };
    let has_presence = presence.is_none_or(|bits| bits.len() >= length.div_ceil(8));
    has_presence
        && match (format, values) {
            ("I", [Some(numbers)]) => numbers.len() == 4 * length,
            ("l", [Some(numbers)]) => numbers.len() == 8 * length,
            ("U", [Some(ends), Some(texts)]) => {
                let (ends, rest) = ends.as_chunks();
                let ends = ends.iter().map(|&end| i64::from_le_bytes(end));
                rest.is_empty()
                    && ends.len() == length + 1
                    && ends.clone().is_sorted()
                    && ends.clone().all(|end| (0..=texts.len() as i64).contains(&end))
            }
            _ => false,
        }
}

/// A capsule `arrow_array_stream` of columns with so many elements. Formats are `I` for 32 bits without a
/// sign, `l` for 64 bits with one, and `U` for text by 64-bit ends.
#[pyfunction]
pub fn arrow_stream<'py>(
    py: Python<'py>,
    length: usize,
    columns: Vec<ColumnData>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let mut table = Table { length: length as i64, columns: Vec::new() };
    for (name, format, null_count, buffers) in columns {
        let seen = buffers.iter().map(|owner| Some(owner.as_ref()?.bind(py).as_bytes()));
        if !are_of(&format, length, &seen.collect::<Vec<_>>()) {
            let message = format!("column `{name}`: these are no {length} elements of `{format}`");
            return Err(PyValueError::new_err(message));
        }
        let (name, format) = (CString::new(name)?, CString::new(format)?);
        let buffers = buffers.into_iter().map(|owner| Buffer::new(py, owner)).collect();
        table.columns.push(Column { name, format, null_count, buffers });
    }
    let stream = Stream { table: Arc::new(table), is_read: false };
    let stream = ArrowArrayStream {
        get_schema,
        get_next,
        get_last_error,
        release: Some(release_stream),
        private_data: Box::into_raw(Box::new(stream)).cast(),
    };
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}
