import type { Attention, AttentionKind, CertificateState, Dependency } from '@readroom/contracts/operations/system'
import type { Db } from '@readroom/db/core/client'
import { countStudiesInQuarantine } from '@readroom/db/images/quarantine'
import { countDeadLettersByName } from '@readroom/db/operations/dead-letters'
import type { SystemState } from '@readroom/db/operations/monitoring'
import { countUnappliedMessages } from '@readroom/db/orders/hl7-activity'
import { countUnknownPriorities } from '@readroom/db/orders/hl7-unknown-values'
import { countOrdersWithoutImages } from '@readroom/db/orders/performed-steps'
import { countOverdueDeliveries } from '@readroom/db/reports/result-destinations'
import { countDamaged, readArchiveDisk } from '@readroom/db/studies/intake/archive-state'
import { isMailJob } from '@readroom/domain/operations/dead-letters'
import { isNearlyFull } from './archive-disk.ts'
import { readBackupState } from './backup-state.ts'

async function readBackupProblem(db: Db): Promise<AttentionKind | null> {
  const { last, failed } = await readBackupState(db)
  if (failed) return 'backupFailed'
  if (!last) return 'noBackup'
  return last.isOld ? 'oldBackup' : null
}

/** Facts that the caller has read already. */
type Known = {
  dependencies: readonly Dependency[]
  certificate: CertificateState | null
  waiting: SystemState
  unreleasedReports: number
}

/** Lists everything on the System page that an administrator should look at, the most urgent first. */
export async function listAttention(
  db: Db,
  { dependencies, certificate, waiting, unreleasedReports }: Known,
): Promise<Attention[]> {
  const letters = await countDeadLettersByName(db)
  const countLetters = (areMails: boolean) =>
    letters.filter(({ name }) => isMailJob(name) === areMails).reduce((sum, { count }) => sum + count, 0)
  const backupProblem = await readBackupProblem(db)
  const counts: [AttentionKind, number][] = [
    ['service', dependencies.filter(({ state }) => state !== 'up').length],
    ['certificate', certificate?.isEnding ? 1 : 0],
    ['archiveNearlyFull', isNearlyFull(await readArchiveDisk(db)) ? 1 : 0],
    ['unreleasedReport', unreleasedReports],
    ['damaged', await countDamaged(db)],
    ['quarantined', await countStudiesInQuarantine(db)],
    ['setAside', waiting.intakeFailures + waiting.intakeWaiting],
    ['rejected', waiting.refusals],
    ['failedJob', countLetters(false)],
    ['unsentEmail', countLetters(true)],
    ['overdueResult', await countOverdueDeliveries(db)],
    ['missingImages', await countOrdersWithoutImages(db)],
    ['unappliedMessage', await countUnappliedMessages(db)],
    ['unknownPriority', await countUnknownPriorities(db)],
  ]
  if (backupProblem) counts.push([backupProblem, 1])
  return counts.flatMap(([kind, count]) => (count > 0 ? [{ kind, count }] : []))
}
