import { can, type Permission, type Role } from '@readroom/contracts/permissions'
import type { WorklistRow } from '@readroom/contracts/studies'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, lazy, type ReactNode, useCallback, useEffect, useRef } from 'react'
import { Part } from '../../components/ui/part.tsx'
import { isRefusable, LeftOutDialog, refusals } from '../../features/bulk-actions/left-out-dialog.tsx'
import { useRowActions } from '../../features/worklist/row-actions.tsx'
import { studyOptions } from '../../features/worklist/worklist.queries.ts'
import { ApiError, messageOf, reasonOf } from '../../lib/api/api-error.ts'
import { useDialogUrl } from '../../lib/dialog-url.ts'
import { notify } from '../../lib/notify.tsx'
import { findCachedRow } from '../../lib/studies/study-cache.ts'
import { sayStudyIsLost } from './lost-study.tsx'

const AssignDialog = lazy(() => import('../../features/assignments/assign-dialog.tsx'))
const UnauthorizeDialog = lazy(() => import('../../features/bulk-actions/unauthorize-dialog.tsx'))
const DispatchDialog = lazy(() => import('../../features/bulk-actions/dispatch-dialog.tsx'))
const LocationDialog = lazy(() => import('../../features/locations/location-dialog.tsx'))
const CriticalDialog = lazy(() => import('../../features/critical-results/critical-dialog.tsx'))
const ReportsDialog = lazy(() => import('../../features/reports/reports-dialog.tsx'))
const ShareDialog = lazy(() => import('../../features/sharing/share-dialog.tsx'))
const DiscussionDialog = lazy(() => import('../../features/discussions/discussion-dialog.tsx'))

const StudyPatientDialog = lazy(() => import('../patients/study-patient-dialog.tsx'))
const StudySummaryDialog = lazy(() => import('../patients/study-summary-dialog.tsx'))

/** Dialogs about one study or several, and who may open them. */
const studiesDialogs = {
  assign: { permission: 'assignment.edit', Content: AssignDialog },
  unauthorize: { permission: 'report.unauthorize', Content: UnauthorizeDialog },
  location: { permission: 'study.locate', Content: LocationDialog },
  dispatch: { permission: 'report.dispatch', Content: DispatchDialog },
} satisfies Record<string, { permission: Permission; Content: unknown }>
export type StudiesDialog = keyof typeof studiesDialogs
/** What a dialog about several studies is about, and who hears for which of them it was done. */
export type ChosenStudies = { rows: readonly WorklistRow[]; onDone: (studyIds: readonly string[]) => void }

/** What somebody has written and not saved. */
type OnDraft = (text: string) => void
type StudyDialogProps = { row: WorklistRow; role: Role; onOpenPatient: () => void; onClose: () => void; onDraft: OnDraft }

/** Dialogs about one study, for everybody who sees it. */
const studyDialogs = new Map<string | null, ComponentType<StudyDialogProps>>([
  ['patient', StudyPatientDialog],
  ['summary', StudySummaryDialog],
  ['reports', ReportsDialog],
  ['critical', CriticalDialog],
  ['share', ShareDialog],
  ['discussion', DiscussionDialog],
])

function findStudiesDialog(role: Role, dialog: string | null) {
  const found = Object.entries(studiesDialogs).find(([name]) => name === dialog)?.[1]
  return found && can(role, found.permission) ? found.Content : null
}

/** Specification 8: why a linked dialog did not open, where nothing is said of its study. */
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

/** Finds the study of a linked dialog among the loaded rows, or asks for it; says so when it is not to be seen any more. */
function WithStudy({ studyId, dialog, onMissing, children }: WithStudyProps) {
  const client = useQueryClient()
  const draft = useRef('')
  const { data, error } = useQuery({ ...studyOptions(studyId), initialData: () => findCachedRow(client, studyId) })
  const isShown = data !== undefined
  useEffect(() => {
    // An address that names no study at all is as good as one that names none that is there.
    const isGone = error instanceof ApiError && [400, 404].includes(error.status)
    // What is shown stays through an outage.
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

/** The dialog that the address names. */
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
  // What the address names and cannot be shown, such as several studies that were chosen before a reload, does not stay in it.
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
