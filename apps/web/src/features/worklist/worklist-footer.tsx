import { Button } from '../../components/ui/button.tsx'
import { Kbd } from '../../components/ui/kbd.tsx'
import { Select } from '../../components/ui/select.tsx'
import { cx } from '../../lib/cx.ts'
import { notify } from '../../lib/notify.tsx'
import { useRowActions } from './row-actions.tsx'
import { useSelected } from './selection.tsx'
import { pageSizes } from './worklist-roles.ts'

type Props = { shown: number; total: number; limit: number; onLimit: (limit: number) => void; onShowKeys: () => void }

const nothingSelected = 'Please select at least one study to assign'

function AssignStudy() {
  const { assign } = useRowActions()
  const { rows } = useSelected()
  if (!assign) return null
  const empty = rows.length === 0
  return (
    <Button
      look={empty ? 'outline' : 'primary'}
      aria-disabled={empty}
      data-tip={empty ? nothingSelected : undefined}
      className={cx('max-lg:h-11', empty && 'text-text-3!')}
      onClick={() => (empty ? notify.warning(nothingSelected) : assign(rows))}
    >
      Assign Study
    </Button>
  )
}

export function WorklistFooter({ shown, total, limit, onLimit, onShowKeys }: Props) {
  const { rows, clear } = useSelected()
  return (
    <footer className="flex shrink-0 items-center gap-3 border-t border-line bg-canvas px-4 py-2 lg:h-11 lg:py-0">
      <AssignStudy />
      {rows.length > 0 && (
        <p className="flex items-center gap-1 text-sm font-medium whitespace-nowrap" role="status">
          {rows.length.toLocaleString('en-GB')} selected
          <Button look="link" className="max-lg:h-11" onClick={clear}>
            Clear
          </Button>
        </p>
      )}
      <div className="ml-auto flex items-center gap-3 text-sm text-text-2">
        <button
          type="button"
          onClick={onShowKeys}
          className="flex items-center gap-1.5 rounded-sm px-1 text-xs text-text-3 hover:text-text max-xl:hidden"
        >
          <Kbd>j</Kbd>
          <Kbd>k</Kbd> move <Kbd>Enter</Kbd> viewer <Kbd>r</Kbd> report <Kbd>?</Kbd> all keys
        </button>
        <p className="num whitespace-nowrap">
          {shown.toLocaleString('en-GB')} of {total.toLocaleString('en-GB')} studies
        </p>
        <div className="flex items-center gap-2 whitespace-nowrap">
          <span aria-hidden className="max-lg:hidden">
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
