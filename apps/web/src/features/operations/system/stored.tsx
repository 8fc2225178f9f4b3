import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, formatMB, plural } from '../../../lib/format.ts'
import { stateOptions } from './system.queries.ts'

const names: Record<string, string> = {
  zips: 'ZIP files',
  reports: 'Reports',
  documents: 'Documents',
  'key-images': 'Key images',
  signatures: 'Signatures',
  templates: 'Word templates',
  exports: 'Patient exports',
}

const size = (bytes: number) => `${Number(formatMB(bytes)).toLocaleString('en-GB')} MB`

/** Shows the disk space used by the database and by each folder of the object storage. */
export function Stored() {
  const { data } = useQuery(stateOptions)
  if (!data) return <Loading />
  const rows = [
    { name: 'Database', bytes: data.databaseBytes, note: 'including indexes' },
    ...data.folders.map(({ folder, files, bytes, countedAt }) => ({
      name: names[folder] ?? folder,
      bytes,
      note: `${plural(files, 'file')}, counted ${formatInstant(countedAt).text}`,
    })),
  ]
  return (
    <dl className="divide-y divide-line border-y border-line">
      {rows.map(({ name, bytes, note }) => (
        <div key={name} className="flex flex-wrap items-baseline gap-x-4 py-1.5">
          <dt className="w-40 font-medium">{name}</dt>
          <dd className="num w-32 text-right">{size(bytes)}</dd>
          <dd className="text-text-3">{note}</dd>
        </div>
      ))}
    </dl>
  )
}
