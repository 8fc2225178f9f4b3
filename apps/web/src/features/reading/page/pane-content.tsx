import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../../components/ui/icon-button.tsx'
import { AsidesPane } from '../parts/panes/asides-pane.tsx'
import { ClinicalPane } from '../parts/panes/clinical-pane.tsx'
import { DiscussionPane } from '../parts/panes/discussion-pane.tsx'
import { type InsertText, insertIntoReport } from '../parts/panes/insert-into-report.ts'
import { PriorsPane } from '../parts/panes/priors-pane.tsx'
import { type PaneName, paneTitles } from '../parts/panes/rail.tsx'
import type { Opening } from '../requests/reading.queries.ts'
import { useHold, useReadingStore } from '../session/reading-store.ts'

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
