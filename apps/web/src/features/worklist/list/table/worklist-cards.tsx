import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { marksAt } from '@readroom/contracts/studies/study-marks'
import { assignLabel } from '@readroom/contracts/studies/study-workflow'
import { isEmergency } from '@readroom/contracts/studies/urgency'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronDown, FileText, IdCard } from 'lucide-react'
import { useEffect } from 'react'
import { Countdown } from '../../../../components/study/countdown.tsx'
import { StatusLabel } from '../../../../components/study/status-dot.tsx'
import { Fact, UrgencyBadge } from '../../../../components/study/study-facts.tsx'
import { reportMark, StudyMarks } from '../../../../components/study/study-marks.tsx'
import { Button } from '../../../../components/ui/button.tsx'
import { IconButton } from '../../../../components/ui/icon-button.tsx'
import { formatDate } from '../../../../lib/format.ts'
import {
  ClinicalHistoryCell,
  DiscussionCell,
  DocumentsMark,
  DownloadReportButton,
  rowName,
  SelectCell,
  ShareCell,
} from '../../columns/cells.tsx'
import { useRowActions } from '../row-actions.tsx'
import { useSelected } from '../selection.tsx'
import { StudyMenu } from '../study-menu.tsx'
import { type ListProps, overscan } from './worklist-table.tsx'
import { isOnControl } from './worklist-table-row.tsx'
import './worklist-table.css'

/** Shows the patient, the study, its status and, to those who assign, its doctors. */
export function CardFacts({ row }: { row: WorklistRow }) {
  const { assign } = useRowActions()
  return (
    <div className="min-w-0 flex-1">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 text-lg font-semibold break-words">
          <Fact value={row.patientName} />
        </p>
        <UrgencyBadge study={row} />
      </div>
      <p className="num text-sm break-all text-text-2">
        <Fact value={row.patientId} /> · {row.ageGender} · <Fact value={row.modality} /> {row.series}
      </p>
      <p className="mt-1 flex items-center gap-2">
        <span className="min-w-0 flex-1 truncate">
          <Fact value={row.description} />
        </span>
        {row.clinicalHistory.trim() && <ClinicalHistoryCell row={row} />}
        <DocumentsMark row={row} />
      </p>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm">
        <StatusLabel status={row.workflowStatus} />
        <span className="num text-text-3">{row.studyDate ? formatDate(row.studyDate) : 'N/A'}</span>
        <Countdown study={row} isAlone />
        {assign && row.assignedDoctorName && (
          <span className="min-w-0 truncate text-text-2">
            <span className="sr-only">Assigned to </span>
            <bdi>{row.assignedDoctorName}</bdi>
          </span>
        )}
        <StudyMarks marks={marksAt('row', row)} notes={row.markNotes} words="always" />
        {reportMark(row).words && <span className="rounded-xs bg-press px-1.5 text-xs font-medium">{reportMark(row).words}</span>}
      </p>
    </div>
  )
}

/** Opens the most used viewer. The arrow has the other viewers and the downloads. */
function OpenButtons({ row }: { row: WorklistRow }) {
  const { openViewer } = useRowActions()
  return (
    <span className="flex">
      <Button size="touch" className="rounded-r-none px-2.5! text-md!" onClick={() => openViewer(row)}>
        Open
      </Button>
      <StudyMenu
        isCard
        row={row}
        trigger={
          <IconButton
            size="touch"
            label="More viewers and downloads"
            className="rounded-l-none border border-l-0 border-line-strong"
          >
            <ChevronDown size={16} />
          </IconButton>
        }
      />
    </span>
  )
}

function Card({ row }: { row: WorklistRow }) {
  const { openPatient, openReports, assign } = useRowActions()
  return (
    <>
      <div className="flex gap-1">
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside names itself; the label makes it as large as a thumb */}
        <label data-interactive className="-mt-2.5 -ml-3.5 grid size-11 shrink-0 place-items-center">
          <SelectCell row={row} />
        </label>
        <CardFacts row={row} />
      </div>
      <div data-interactive className="mt-1 -ml-3.5 flex flex-wrap items-center">
        <IconButton size="touch" label={row.ReportAvailable ? 'Reports' : 'Reports (none yet)'} onClick={() => openReports(row)}>
          <FileText size={19} />
        </IconButton>
        <DownloadReportButton row={row} size="touch" />
        <IconButton size="touch" label="Patient details" onClick={() => openPatient(row)}>
          <IdCard size={19} />
        </IconButton>
        <ShareCell row={row} size="touch" />
        <DiscussionCell row={row} size="touch" />
        <span className="ml-auto flex gap-1">
          {assign && (
            <Button size="touch" className="px-2.5! text-md!" onClick={() => assign([row])}>
              {assignLabel(row.workflowStatus)}
            </Button>
          )}
          <OpenButtons row={row} />
        </span>
      </div>
    </>
  )
}

/** Shows the list below 1024 px, with one card per study. Controls are large enough for a thumb. */
export function WorklistCards({ rows, total, scrollRef, onNearEnd, activeId, onActivate }: ListProps) {
  const { has } = useSelected()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => 152,
    getItemKey: (index) => rows[index]?._id ?? index,
    overscan,
  })
  const items = virtualizer.getVirtualItems()
  const nearEnd = rows.length > 0 && (items.at(-1)?.index ?? 0) >= rows.length - overscan * 2
  useEffect(() => {
    if (nearEnd) onNearEnd()
  }, [nearEnd, onNearEnd])

  const activeIndex = rows.findIndex((row) => row._id === activeId)
  useEffect(() => {
    if (activeIndex >= 0) virtualizer.scrollToIndex(activeIndex)
  }, [activeIndex, virtualizer])

  return (
    <ul aria-label="Worklist" className="relative" style={{ height: virtualizer.getTotalSize() }} data-rows>
      {items.map((item) => {
        const row = rows[item.index]
        if (!row) return null
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: every action of a card has a button
          <li
            key={row._id}
            ref={virtualizer.measureElement}
            data-index={item.index}
            data-study={row._id}
            data-selected={has(row._id) || undefined}
            data-urgent={isEmergency(row) || undefined}
            aria-label={rowName(row)}
            aria-setsize={total}
            aria-posinset={item.index + 1}
            className="wl-row wl-card block! px-4 pt-3 pb-2"
            style={{ transform: `translateY(${item.start}px)` }}
            onClick={(event) => !isOnControl(event) && onActivate(row._id)}
          >
            <Card row={row} />
          </li>
        )
      })}
    </ul>
  )
}
