import { make, mark } from './dom.js'
import { isSame, windowsFor } from './windows.js'

/** Creates the buttons for the window presets. The current one is marked, and none after the window is changed by hand. */
export function createPresets({ setWindow }) {
  const element = make('div', { className: 'ph-presets', role: 'group', 'aria-label': 'Window', hidden: true })
  let offered = []
  let key = ''

  function offer(windows) {
    const fresh = JSON.stringify(windows)
    if (fresh === key) return
    key = fresh
    offered = windows.map((window) => ({
      window,
      button: make('button', { type: 'button', textContent: window.name, onclick: () => setWindow(window) }),
    }))
    element.replaceChildren(...offered.map(({ button }) => button))
    element.hidden = windows.length === 0
  }

  function draw({ instance, set, window: shown }) {
    offer(windowsFor(instance ?? set?.instances?.[0]))
    for (const { window, button } of offered) mark(button, 'aria-pressed', shown !== null && isSame(window, shown))
  }
  return { element, draw }
}
