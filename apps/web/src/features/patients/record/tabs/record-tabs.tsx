import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { tabTriggerClass } from '../../../../components/ui/tabs.tsx'
import { ClinicalTab } from './clinical-tab.tsx'
import { useShownRecord } from './record-field.tsx'
import { StudiesTab, type StudyActions } from './studies-tab.tsx'
import { StudyFields } from './study-fields.tsx'
import { VisitTab } from './visit-tab.tsx'

/** Shows the record's fields: those of the study at the side, the rest on three tabs. */
export function RecordTabs({ documents, actions }: { documents: ReactNode; actions: StudyActions }) {
  const { allStudies } = useShownRecord().record
  const tabs = [
    { name: 'clinical', label: 'CLINICAL HISTORY', content: <ClinicalTab documents={documents} /> },
    { name: 'visit', label: 'VISIT INFORMATION', content: <VisitTab /> },
    { name: 'studies', label: 'ALL STUDIES', count: allStudies.length, content: <StudiesTab {...actions} /> },
  ]
  return (
    <div className="grid min-h-0 flex-1 max-lg:overflow-y-auto lg:grid-cols-[352px_1fr]">
      <div className="border-line bg-canvas px-5 py-4 max-lg:border-b lg:overflow-y-auto lg:border-r">
        <StudyFields />
      </div>
      <Tabs.Root defaultValue="clinical" className="flex min-h-0 min-w-0 flex-col">
        <Tabs.List aria-label="Record" className="flex shrink-0 gap-6 overflow-x-auto border-b border-line px-5">
          {tabs.map(({ name, label, count }) => (
            <Tabs.Trigger key={name} value={name} className={tabTriggerClass}>
              {label} {count !== undefined && <span className="num font-regular text-text-3">{count}</span>}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {tabs.map(({ name, content }) => (
          <Tabs.Content
            key={name}
            value={name}
            // Keeps the text typed on a tab while another tab is shown.
            forceMount
            className="min-h-0 px-5 py-4 data-[state=inactive]:hidden lg:overflow-y-auto"
          >
            {content}
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </div>
  )
}
