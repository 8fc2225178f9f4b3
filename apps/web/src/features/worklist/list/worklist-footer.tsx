import type { WorklistRow } from '@readroom/contracts/studies/studies'
import { exportStatuses, tabOfExportStatus } from '@readroom/contracts/worklist/exports'
import { Select } from '../../../components/inputs/select.tsx'
import { Button } from '../../../components/ui/button.tsx'
import { Kbd } from '../../../components/ui/kbd.tsx'
import { cx } from '../../../lib/cx.ts'
import { countWords, studiesWords } from '../rows/counted.ts'
import type { WorklistQuery } from '../rows/worklist-url.ts'
import { FooterActions } from './footer-actions.tsx'
import { type ExportQuery, useRowActions } from './row-actions.tsx'
import { useSelected } from './selection.tsx'
import { pageSizes } from './worklist-roles.ts'

type Props = {
  nextToRead: WorklistRow | null
  /** The number of shown studies of this list. */
  shown: number
  /** The number of shown studies that the user has just moved to another tab. */
  moved: number
  /** The number of matching studies. `everything` is the number of all studies the role sees. */
  total: number
  /** True if the count of matching studies stopped at its limit. */
  isCapped: boolean
  everything: number
  query: WorklistQuery
  limit: number
  onLimit: (limit: number) => void
  onShowKeys: () => void
}

const figure = (count: number) => count.toLocaleString('en-GB')

/** Returns the query for the export. Selected studies are exported whatever tab they are in by now. */
function exportQuery({ tab, sort, filters }: WorklistQuery, studyIds: readonly string[]): ExportQuery {
  if (studyIds.length > 0) return { studyIds: studyIds.join(','), sort }
  return { ...filters, sort, status: exportStatuses.find((status) => tabOfExportStatus[status] === tab) }
}

export function WorklistFooter({
  nextToRead,
  shown,
  moved,
  total,
  isCapped,
  everything,
  query,
  limit,
  onLimit,
  onShowKeys,
}: Props) {
  const { exportWorklist } = useRowActions()
  const { rows, clear, allChosen } = useSelected()
  const exported = rows.length > 0 ? studiesWords(rows.length, false) : studiesWords(total, isCapped)
  const chosenIds = rows.map(({ _id }) => _id)
  return (
    <footer className="flex shrink-0 items-center gap-2 gap-y-1 border-t border-line bg-canvas px-4 py-2 lg:min-h-11 lg:flex-wrap">
      <FooterActions nextToRead={nextToRead} onExport={() => exportWorklist(exportQuery(query, chosenIds), exported)} />
      {rows.length > 0 && (
        <p className="flex items-center gap-1 text-sm font-medium whitespace-nowrap" role="status">
          {figure(rows.length)} selected
          {allChosen && total > shown && (
            <span className="font-regular text-text-2 max-sm:hidden">of {figure(total)} that match</span>
          )}
          <Button look="link" className="max-lg:h-11" onClick={clear}>
            Clear
          </Button>
        </p>
      )}
      <div className="ml-auto flex items-center gap-3 text-sm text-text-2">
        <button
          type="button"
          onClick={onShowKeys}
          className="flex items-center gap-1.5 rounded-sm px-1 text-xs text-text-3 hover:text-text @max-[1536px]/list:hidden"
        >
          <Kbd>j</Kbd>
          <Kbd>k</Kbd> move <Kbd>Enter</Kbd> viewer <Kbd>r</Kbd> report <Kbd>?</Kbd> all keys
        </button>
        <p className="num whitespace-nowrap max-lg:hidden">
          {figure(shown)} of {countWords(total, isCapped)} studies
          {moved > 0 && `, ${figure(moved)} moved to another tab`}
          {everything > total && (
            <span className="text-text-3 @max-[1280px]/list:hidden"> (filtered from {figure(everything)})</span>
          )}
        </p>
        <div className={cx('flex items-center gap-2 whitespace-nowrap', rows.length > 0 && 'max-sm:hidden')}>
          <span aria-hidden className="@max-[1280px]/list:hidden">
            Per page
          </span>
          <Select aria-label="Records per page" value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </Select>
        </div>
      </div>
    </footer>
  )
}
