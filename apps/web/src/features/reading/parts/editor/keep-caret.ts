import { Plugin } from 'prosemirror-state'

/**
 * Puts the caret back at once when the editor gets the focus. Browsers put it at the start of the report, and ProseMirror corrects that after 20 ms: a
 * key pressed until then would write into another section.
 */
export const keepCaret = new Plugin({
  props: {
    handleDOMEvents: {
      focus(view) {
        // The browser moves the caret after this event.
        queueMicrotask(() => {
          if (!view.isDestroyed && view.hasFocus()) view.focus()
        })
      },
    },
  },
})
