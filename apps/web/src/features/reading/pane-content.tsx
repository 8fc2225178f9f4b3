import type { WorklistRow } from '@readroom/contracts/studies'
import type { SectionId } from '@readroom/report/sections'
import type { ReactNode } from 'react'
import { AsidesPane } from './panes/asides-pane.tsx'
import { ClinicalPane } from './panes/clinical-pane.tsx'
import { DiscussionPane } from './panes/discussion-pane.tsx'
import { PriorsPane } from './panes/priors-pane.tsx'
import { type PaneName, paneTitles } from './panes/rail.tsx'
import { SidePane } from './panes/side-pane.tsx'
import type { Opening } from './reading.queries.ts'
import type { Images } from './use-images.ts'

type Props = {
  name: PaneName
  opening: Opening
  images: Images
  /** Null where nothing can be written now. */
  insert: ((section: SectionId, text: string, origin: string) => void) | null
  documents: ReactNode
  asides: readonly WorklistRow[]
  onOpen: (studyId: string) => void
  onClose: () => void
}

/** The pane that is open beside the report. */
export function OpenPane({ name, opening, images, insert, documents, asides, onOpen, onClose }: Props) {
  const { study, clinicalHistory } = opening
  const contents: Record<PaneName, () => ReactNode> = {
    priors: () => <PriorsPane studyId={study._id} besideId={images.priorId} onBeside={images.showBeside} insert={insert} />,
    clinical: () => (
      <ClinicalPane
        study={study}
        clinicalHistory={clinicalHistory}
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
