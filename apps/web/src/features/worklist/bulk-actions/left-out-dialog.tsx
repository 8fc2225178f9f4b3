import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { isReported, statusTable } from '@readroom/contracts/studies/study-workflow'
import { Button } from '../../../components/ui/button.tsx'
import { Dialog } from '../../../components/ui/dialog.tsx'
import { plural } from '../../../lib/format.ts'

type Reason = (row: WorklistRow) => string | null

const statusOf = ({ workflowStatus }: WorklistRow) => statusTable[workflowStatus].label

/** Returns, for each action, why it is impossible for a row, or null if it is possible. The server decides. */
export const refusals = {
  unauthorize: (row) => (isReported(row.workflowStatus) ? null : `Not finished: the study is in status "${statusOf(row)}".`),
  dispatch: (row) =>
    isReported(row.workflowStatus) || row.workflowStatus === 'archived'
      ? null
      : `No finalized report: the study is in status "${statusOf(row)}".`,
  downloadReports: (row) => (row.finishedReport ? null : `No finished report: the study is in status "${statusOf(row)}".`),
} satisfies Record<string, Reason>

export type Refusable = keyof typeof refusals
export const isRefusable = (name: string): name is Refusable => Object.hasOwn(refusals, name)

const titles: Record<Refusable, string> = {
  unauthorize: 'Unauthorized',
  dispatch: 'Dispatch Report',
  downloadReports: 'Download Reports',
}

type Props = {
  action: Refusable
  studies: readonly WorklistRow[]
  onGoOn: (able: readonly WorklistRow[]) => void
  onClose: () => void
}

/** Lists the chosen studies for which the action is impossible, and offers to continue with the others. */
export function LeftOutDialog({ action, studies, onGoOn, onClose }: Props) {
  const able = studies.filter((row) => refusals[action](row) === null)
  const leftOut = studies.filter((row) => refusals[action](row) !== null)
  return (
    <Dialog
      title={titles[action]}
      onClose={onClose}
      width="max-w-[560px]"
      footer={
        <>
          <Button className="max-lg:h-11" onClick={onClose}>
            {able.length > 0 ? 'Cancel' : 'Close'}
          </Button>
          {able.length > 0 && (
            <Button data-autofocus look="primary" className="max-lg:h-11" onClick={() => onGoOn(able)}>
              Continue with {plural(able.length, 'study', 'studies')}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-2 overflow-y-auto px-5 py-4">
        <p>
          {able.length > 0
            ? `${plural(leftOut.length, 'study', 'studies')} of ${studies.length} cannot be included:`
            : 'This is not possible for the selected studies:'}
        </p>
        <ul aria-label="Studies that cannot be included" className="grid gap-1.5 text-sm">
          {leftOut.map((row) => (
            <li key={row._id}>
              <bdi className="font-medium">{row.patientName ?? 'N/A'}</bdi> (ID {row.patientId ?? 'N/A'}).{' '}
              <span className="text-text-2">{refusals[action](row)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  )
}
