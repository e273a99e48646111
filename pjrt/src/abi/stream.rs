//! Streams by which a host sends data to a running program.

use super::*;

layout! {
    args PJRT_CopyToDeviceStream_AddChunk_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        chunk: *mut PJRT_Chunk,
        transfer_complete: *mut PJRT_Event,
    }
    args PJRT_CopyToDeviceStream_CurrentBytes_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        current_bytes: i64,
    }
    args PJRT_CopyToDeviceStream_Destroy_Args {
        stream: *mut PJRT_CopyToDeviceStream,
    }
    args PJRT_CopyToDeviceStream_GranuleSize_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        granule_size_in_bytes: i64,
    }
    args PJRT_CopyToDeviceStream_TotalBytes_Args {
        stream: *mut PJRT_CopyToDeviceStream,
        total_bytes: i64,
    }
}
