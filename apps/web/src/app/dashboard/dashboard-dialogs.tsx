import { can, type Permission, type Role } from '@readroom/contracts/core/permissions'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Part } from '../../components/ui/part.tsx'
import { isRefusable, LeftOutDialog, refusals } from '../../features/worklist/bulk-actions/left-out-dialog.tsx'
import { useRowActions } from '../../features/worklist/list/row-actions.tsx'
import { ApiError, messageOf, reasonOf } from '../../lib/api/api-error.ts'
import { useDialogUrl } from '../../lib/dialog-url.ts'
import { notify } from '../../lib/notify.tsx'
import { findCachedRow } from '../../lib/studies/study-cache.ts'
import { studyOptions } from '../../lib/studies/study-queries.ts'
import { sayStudyIsLost } from './lost-study.tsx'

const AssignDialog = lazy(() => import('../../features/studies/assignments/assign-dialog.tsx'))
const UnauthorizeDialog = lazy(() => import('../../features/worklist/bulk-actions/unauthorize-dialog.tsx'))
const DispatchDialog = lazy(() => import('../../features/worklist/bulk-actions/dispatch-dialog.tsx'))
const LocationDialog = lazy(() => import('../../features/people/locations/location-dialog.tsx'))
const CriticalDialog = lazy(() => import('../../features/reports/critical-results/critical-dialog.tsx'))
const ReportsDialog = lazy(() => import('../../features/reports/list/reports-dialog.tsx'))
const ShareDialog = lazy(() => import('../../features/studies/sharing/share-dialog.tsx'))
const MarksDialog = lazy(() => import('../../features/studies/marks/marks-dialog.tsx'))
const DiscussionDialog = lazy(() => import('../../features/studies/discussions/discussion-dialog.tsx'))

const StudyPatientDialog = lazy(() => import('../patients/study-patient-dialog.tsx'))
const StudySummaryDialog = lazy(() => import('../patients/study-summary-dialog.tsx'))

/** The dialogs about one or several studies, each with the permission it needs. */
const studiesDialogs = {
  assign: { permission: 'assignment.edit', Content: AssignDialog },
  unauthorize: { permission: 'report.unauthorize', Content: UnauthorizeDialog },
  location: { permission: 'study.locate', Content: LocationDialog },
  dispatch: { permission: 'report.dispatch', Content: DispatchDialog },
} satisfies Record<string, { permission: Permission; Content: unknown }>
export type StudiesDialog = keyof typeof studiesDialogs
/** The studies a dialog is about. `onDone` is called with the ids of the studies the action succeeded for. */
export type ChosenStudies = { rows: readonly WorklistRow[]; onDone: (studyIds: readonly string[]) => void }

/** Receives text that the user has typed but not saved. */
type OnDraft = (text: string) => void
type StudyDialogProps = { row: WorklistRow; role: Role; onOpenPatient: () => void; onClose: () => void; onDraft: OnDraft }

/** The dialogs about one study. Everybody who sees the study may open them. */
const studyDialogs = new Map<string | null, ComponentType<StudyDialogProps>>([
  ['patient', StudyPatientDialog],
  ['summary', StudySummaryDialog],
  ['reports', ReportsDialog],
  ['critical', CriticalDialog],
  ['share', ShareDialog],
  ['discussion', DiscussionDialog],
  ['marks', MarksDialog],
])

function findStudiesDialog(role: Role, dialog: string | null) {
  const found = Object.entries(studiesDialogs).find(([name]) => name === dialog)?.[1]
  return found && can(role, found.permission) ? found.Content : null
}

/** Messages for a linked dialog that fails to open, used if the server gives no reason. */
const failures: Record<string, string> = {
  assign: 'Failed to prepare assignment. Please try again.',
  patient: 'An error occurred while fetching patient details',
  summary: 'Failed to load patient information',
  reports: 'Failed to load reports',
  share: 'Failed to generate shareable link',
  discussion: 'Failed to load discussions. Please try again.',
}

type WithStudyProps = {
  studyId: string
  dialog: string
  onMissing: () => void
  children: (row: WorklistRow, onDraft: OnDraft) => ReactNode
}

/** Finds the study of a linked dialog among the loaded rows or fetches it. Tells the user if the study is no longer visible to them. */
function WithStudy({ studyId, dialog, onMissing, children }: WithStudyProps) {
  const client = useQueryClient()
  const draft = useRef('')
  const { data, error } = useQuery({ ...studyOptions(studyId), initialData: () => findCachedRow(client, studyId) })
  const isShown = data !== undefined
  useEffect(() => {
    // A malformed study id (400) is treated like the id of a missing study (404).
    const isGone = error instanceof ApiError && [400, 404].includes(error.status)
    // An outage doesn't close a dialog that is already open.
    if (!error || (isShown && !isGone)) return
    if (isShown) sayStudyIsLost(draft.current)
    else
      notify.error(
        isGone
          ? 'Selected study not found'
          : messageOf(error, failures[dialog] ?? reasonOf(error, 'The study could not be loaded')),
      )
    onMissing()
  }, [error, dialog, isShown, onMissing])
  const onDraft = useCallback((text: string) => {
    draft.current = text
  }, [])
  return isShown ? children(data, onDraft) : null
}

/** Renders the dialog named in the address. */
export function DashboardDialogs({ role, chosen: { rows: several, onDone } }: { role: Role; chosen: ChosenStudies }) {
  const { dialog, id: studyId, close } = useDialogUrl('study')
  const { openPatient } = useRowActions()
  const Content = findStudiesDialog(role, dialog)
  const AboutOne = studyDialogs.get(dialog)
  let content: ReactNode = null
  if (dialog && studyId && Content) {
    content = (
      <WithStudy key={studyId} studyId={studyId} dialog={dialog} onMissing={close}>
        {(row) =>
          isRefusable(dialog) && refusals[dialog](row) !== null ? (
            <LeftOutDialog action={dialog} studies={[row]} onGoOn={close} onClose={close} />
          ) : (
            <Content studies={[row]} onOpenPatient={() => openPatient(row)} onDone={onDone} onClose={close} />
          )
        }
      </WithStudy>
    )
  } else if (Content && several.length > 0) {
    content = <Content studies={several} onDone={onDone} onClose={close} />
  } else if (dialog && studyId && AboutOne) {
    content = (
      <WithStudy key={studyId} studyId={studyId} dialog={dialog} onMissing={close}>
        {(row, onDraft) => (
          <AboutOne row={row} role={role} onOpenPatient={() => openPatient(row)} onClose={close} onDraft={onDraft} />
        )}
      </WithStudy>
    )
  }
  // Clears a dialog that can't be shown from the address. Several chosen studies, for example, are lost with a reload.
  const isVain = dialog !== null && content === null
  useEffect(() => {
    if (isVain) close()
  }, [isVain, close])
  return (
    <Part key={dialog} onClose={close}>
      {content}
    </Part>
  )
}
