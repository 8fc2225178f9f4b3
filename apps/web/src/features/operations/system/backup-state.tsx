import type { BackupState } from '@readroom/contracts/operations/system'
import { useQuery } from '@tanstack/react-query'
import { FormMessage } from '../../../components/ui/form-message.tsx'
import { Loading } from '../../../components/ui/loading.tsx'
import { formatInstant, inGB, plural } from '../../../lib/format.ts'
import { backupOptions } from './system.queries.ts'

function Last({ last }: Pick<BackupState, 'last'>) {
  if (!last) return <p className="text-text-2">No complete backup recorded.</p>
  const { startedAt, size, unreadable, isOld } = last
  return (
    <>
      {isOld && <FormMessage tone="error">The last backup is more than two days old.</FormMessage>}
      <p className="text-text-2">
        Last backup {formatInstant(startedAt).text}, {inGB(size)}.
        {unreadable > 0 &&
          ` ${plural(unreadable, 'file or image', 'files or images')} could not be read and are missing from it.`}
      </p>
    </>
  )
}

/** Shows the time and the state of the last backup. */
export function BackupSection() {
  const { data, error } = useQuery(backupOptions)
  if (!data) return error ? <FormMessage tone="error">The last backup could not be loaded.</FormMessage> : <Loading />
  const { last, failed, verifiedAt } = data
  return (
    <>
      {failed && (
        <FormMessage tone="error">
          The backup of {formatInstant(failed.at).text} failed: {failed.reason}
        </FormMessage>
      )}
      <Last last={last} />
      <p className="text-text-2">
        {verifiedAt === null
          ? 'No backup was checked yet. The command "verify --backup latest" reads the newest one.'
          : `Last check ${formatInstant(verifiedAt).text}: every file of the backup was whole.`}
      </p>
    </>
  )
}
