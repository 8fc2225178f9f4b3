import type { TextBlock } from '@readroom/contracts/reading/text-blocks'
import type { SectionId } from '@readroom/report/sections'
import { Button } from '../../../../components/ui/button.tsx'
import { findBlocks } from '../editor/text-blocks.ts'
import { ContentPreview } from './content-preview.tsx'
import { ownerOf } from './place-field.tsx'
import { SearchDialog } from './search-dialog.tsx'

type Props = {
  /** The blocks for the study (`blocksOfStudy`). */
  blocks: readonly TextBlock[]
  /** The section of the cursor. */
  section: SectionId | null
  onPick: (block: TextBlock) => void
  /** Creates a text block from the selection. Null without a selection. */
  onSaveSelection: (() => void) | null
  onClose: () => void
}

/** Shows the text blocks that can be inserted at the cursor. */
export function BlockListDialog({ blocks, section, onPick, onSaveSelection, onClose }: Props) {
  const blockOf = (id: string) => blocks.find(({ _id }) => _id === id)
  return (
    <SearchDialog
      title="Text blocks"
      label="Search text blocks"
      empty="No matching text blocks."
      find={(search) =>
        findBlocks(blocks, search, section).map((block) => ({ id: block._id, name: `.${block.shortcut}`, about: ownerOf(block) }))
      }
      preview={(id) => {
        const block = blockOf(id)
        return block && <ContentPreview content={block.content} isPlain />
      }}
      onPick={(id) => {
        const block = blockOf(id)
        if (block) onPick(block)
      }}
      onClose={onClose}
      footer={
        onSaveSelection && (
          <Button className="max-lg:h-11" onClick={onSaveSelection}>
            Save selection as text block
          </Button>
        )
      }
    />
  )
}
