import type { StudySummary } from '@readroom/contracts/patients/summary'
import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { tabTriggerClass } from '../../../components/ui/tabs.tsx'
import { cx } from '../../../lib/cx.ts'
import { AssignmentSections } from './assignment-sections.tsx'
import { ChangesTab } from './changes-tab.tsx'
import { ClinicalTexts } from './clinical-texts.tsx'
import { Course } from './course.tsx'
import { Section } from './fact-table.tsx'
import { ReportSections } from './report-sections.tsx'
import { FewOfSeries, SeriesTable, seriesOf } from './series-table.tsx'
import { StudyInformation } from './study-information.tsx'
import { SummarySkeleton } from './summary-states.tsx'

type Props = { row: WorklistRow; summary: StudySummary | undefined; documents: ReactNode }

function SummaryTab({ row, summary }: Omit<Props, 'documents'>) {
  const series = seriesOf(row, summary)
  return (
    <div className="flex min-h-full flex-col">
      {summary && <Course summary={summary} />}
      <div className="grid min-h-0 flex-1 lg:grid-cols-[384px_1fr]">
        <div className="border-line bg-canvas px-5 max-lg:border-b lg:border-r">
          {summary ? (
            <StudyInformation summary={summary} series={series} />
          ) : (
            <>
              <SummarySkeleton />
              <Section title="Series" className="border-t border-line text-sm">
                <FewOfSeries series={series} />
              </Section>
            </>
          )}
        </div>
        <div className="min-w-0 divide-y divide-line px-5">
          {summary && (
            <>
              <AssignmentSections summary={summary} />
              <ReportSections summary={summary} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

/** Shows the tabs of the summary. Changes appear only if the server sends them, documents only if the page passes them. */
export function SummaryTabs({ row, summary, documents }: Props) {
  const tabs = [
    { name: 'summary', label: 'Summary', content: <SummaryTab row={row} summary={summary} /> },
    {
      name: 'series',
      label: 'Series',
      content: (
        <div className="px-5 py-3">
          <SeriesTable series={seriesOf(row, summary)} />
        </div>
      ),
    },
    {
      name: 'clinical',
      label: 'Clinical information',
      content: summary ? <ClinicalTexts studyId={row._id} clinicalInfo={summary.clinicalInfo} /> : <SummarySkeleton />,
    },
    ...(documents ? [{ name: 'documents', label: 'Documents', content: <div className="px-5 py-3">{documents}</div> }] : []),
    ...(summary?.recordChanges
      ? [{ name: 'changes', label: 'Changes', content: <ChangesTab changes={summary.recordChanges} /> }]
      : []),
  ]
  return (
    <Tabs.Root defaultValue="summary" className="flex min-h-0 flex-1 flex-col">
      <Tabs.List aria-label="Patient Information" className="flex shrink-0 gap-6 overflow-x-auto border-b border-line px-5">
        {tabs.map(({ name, label }) => (
          <Tabs.Trigger key={name} value={name} className={cx(tabTriggerClass, '-outline-offset-2')}>
            {label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Content key={name} value={name} className="min-h-0 flex-1 overflow-y-auto -outline-offset-2">
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}
