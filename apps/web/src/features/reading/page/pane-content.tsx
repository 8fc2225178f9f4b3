import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Fact } from '../../../components/study/study-facts.tsx'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { SubmitButton } from '../../../components/ui/submit-button.tsx'
import { DiscussionPanel, useDiscussion } from '../../studies/discussions/discussion-panel.tsx'
import { ClinicalPane } from '../parts/panes/clinical-pane.tsx'
import { type InsertText, insertIntoReport } from '../parts/panes/insert-into-report.ts'
import { PriorsPane } from '../parts/panes/priors-pane.tsx'
import { type PaneName, paneTitles } from '../parts/panes/rail.tsx'
import type { Opening } from '../requests/reading.queries.ts'
import { useHold, useReadingState, useReadingStore } from '../session/reading-store.ts'

type AsidesProps = { asides: readonly WorklistRow[]; studyId: string; onOpen: (studyId: string) => void }

/** Shows the studies that the reader has put aside. Opening one resumes it. */
function AsidesPane({ asides, studyId, onOpen }: AsidesProps) {
  const others = asides.filter(({ _id }) => _id !== studyId)
  if (others.length === 0) return <p className="p-4 text-text-2">No studies put aside.</p>
  return (
    <ul className="min-h-0 divide-y divide-line overflow-y-auto">
      {others.map((row) => (
        <li key={row._id}>
          <button
            type="button"
            onClick={() => onOpen(row._id)}
            className="block w-full px-4 py-2 text-left outline-offset-[-2px]! hover:bg-hover"
          >
            <span className="block font-medium break-words">
              <Fact value={row.patientName} />
            </span>
            <span className="block text-sm break-words text-text-2">
              <span className="num">{row.patientId ?? 'N/A'}</span> · <Fact value={row.description} />
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const unheard = () => undefined

/** Shows the discussion of the study beside its report. */
function DiscussionPane({ study }: { study: WorklistRow }) {
  const store = useReadingStore()
  const isAsking = useReadingState(store, 'isAsking')
  const formId = useId()
  const discussion = useDiscussion(study, unheard)
  const { isBlank, busy } = discussion.comment
  return (
    <>
      <DiscussionPanel {...discussion} formId={formId} isAsking={isAsking} onAsking={store.setAsking} />
      <div className="flex shrink-0 justify-end px-5 pb-4">
        <SubmitButton form={formId} size="sm" label="Save Comment" busyLabel="Saving..." busy={busy} disabled={isBlank} />
      </div>
    </>
  )
}

type SidePaneProps = { title: string; onClose: () => void; children: ReactNode }

/** Shows the pane beside the report. Only one is open at a time. */
function SidePane({ title, onClose, children }: SidePaneProps) {
  return (
    <aside aria-label={title} className="@container flex min-h-0 shrink-0 flex-col border-l border-line bg-surface w-98">
      <div className="flex h-10 shrink-0 items-center justify-between border-b border-line pr-2 pl-4">
        <h2 className="font-semibold">{title}</h2>
        <IconButton label={`Close ${title.toLowerCase()}`} onClick={onClose}>
          <X size={15} />
        </IconButton>
      </div>
      {children}
    </aside>
  )
}

type Props = {
  name: PaneName
  opening: Opening
  documents: ReactNode
  asides: readonly WorklistRow[]
  onOpen: (studyId: string) => void
  onClose: () => void
}

/** Shows the pane that is open beside the report. */
export function OpenPane({ name, opening, documents, asides, onOpen, onClose }: Props) {
  const { study, clinicalHistory, historySource } = opening
  const store = useReadingStore()
  const hold = useHold(store)
  /** Null if nothing can be inserted now. */
  const insert: InsertText | null = hold.is === 'mine' ? (...text) => insertIntoReport(store, ...text) : null
  const contents: Record<PaneName, () => ReactNode> = {
    priors: () => <PriorsPane studyId={study._id} insert={insert} />,
    clinical: () => (
      <ClinicalPane
        study={study}
        clinicalHistory={clinicalHistory}
        historySource={historySource}
        insertHistory={insert && (() => insert('clinicalInformation', clinicalHistory, 'history'))}
      />
    ),
    documents: () => <div className="min-h-0 overflow-y-auto p-4">{documents}</div>,
    discussion: () => <DiscussionPane study={study} />,
    asides: () => <AsidesPane asides={asides} studyId={study._id} onOpen={onOpen} />,
  }
  return (
    <SidePane title={paneTitles[name]} onClose={onClose}>
      {contents[name]()}
    </SidePane>
  )
}
