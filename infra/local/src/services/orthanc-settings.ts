import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface OrthancPlace {
  httpPort: number
  dicomPort: number
  aeTitle: string
  username: string
  password: string
  durable: boolean
}

const PLUGINS = ['libOrthancDicomWeb.so', 'libOrthancGdcm.so', 'libOrthancWebViewer.so'].map(
  (file) => `/usr/share/orthanc/plugins/${file}`,
)

const LUA_SCRIPT = fileURLToPath(new URL('../../../docker/refuse-when-full.lua', import.meta.url))

/** The configuration of a private Orthanc whose working directory is its own folder. infra/docker/orthanc.json says the same for containers. */
export function orthancSettings({
  httpPort,
  dicomPort,
  aeTitle,
  username,
  password,
  durable,
}: OrthancPlace): Record<string, unknown> {
  return {
    Name: 'Readroom',
    StorageDirectory: 'storage',
    IndexDirectory: 'storage',
    SyncStorageArea: durable,
    StorageCompression: false,
    OverwriteInstances: false,
    MaximumStorageSize: 0,
    LuaScripts: [LUA_SCRIPT],
    // Percent of the disk below which images are refused.
    ReadroomSmallestFree: 5,
    Plugins: PLUGINS.filter((file) => existsSync(file)),

    HttpPort: httpPort,
    // The address is known to 1.12.10 and later; older ones listen everywhere, and refuse connections that don't come over loopback.
    HttpBindAddresses: ['127.0.0.1'],
    RemoteAccessAllowed: false,
    AuthenticationEnabled: true,
    RegisteredUsers: { [username]: password },
    HttpThreadsCount: 20,
    TcpNoDelay: true,
    HttpCompressionEnabled: false,
    ExecuteLuaEnabled: false,

    DicomAet: aeTitle,
    DicomPort: dicomPort,
    // The front before it has as many slots (apps/worker/src/core/dicom-front).
    DicomThreadsCount: 16,
    DicomScpTimeout: 30,
    // Scanners come with any AE title; the calling one says which laboratory a study belongs to.
    DicomCheckCalledAet: false,
    DicomAlwaysAllowEcho: true,
    DicomAlwaysAllowStore: true,
    DicomAlwaysAllowFind: false,
    DicomAlwaysAllowGet: false,
    UnknownSopClassAccepted: true,
    // All but the deflated ones: the archive unpacks them without a limit when they arrive. Senders offer another one as well.
    AcceptedTransferSyntaxes: [
      '1.2.840.10008.1.2',
      '1.2.840.10008.1.2.1',
      '1.2.840.10008.1.2.2',
      '1.2.840.10008.1.2.4.5?',
      '1.2.840.10008.1.2.4.6?',
      '1.2.840.10008.1.2.4.70',
      '1.2.840.10008.1.2.4.8?',
      '1.2.840.10008.1.2.4.90',
      '1.2.840.10008.1.2.4.91',
      '1.2.840.10008.1.2.4.92',
      '1.2.840.10008.1.2.4.93',
      '1.2.840.10008.1.2.4.1??',
      '1.2.840.10008.1.2.4.2??',
      '1.2.840.10008.1.2.5',
    ],
    // Without it DICOMweb searches lose Greek, Korean, Russian and Japanese names.
    DefaultEncoding: 'Utf8',
    // The smallest that works; 0 means a minute.
    StableAge: 1,
    LimitFindInstances: 0,
    LimitFindResults: 0,
    ConcurrentJobs: 2,
    SaveJobs: false,

    DicomWeb: { Enable: true, Root: '/dicom-web/', EnableWado: false, StudiesMetadata: 'Full', SeriesMetadata: 'Full' },
  }
}
