import { findOtherStudies } from '../standing.js'
import { icon, make, mark } from './dom.js'
import { fingerTools } from './finger.js'
import { readDetails } from './patient.js'

const gestures = [
  ['One finger', 'as chosen above; a tap on W and L changes to the window and back'],
  ['Two fingers', 'enlarge and move'],
  ['Double tap', 'fits the image to the screen'],
]

const list = (className, facts) =>
  make(
    'dl',
    { className },
    ...facts.flatMap(([name, value]) => [make('dt', { textContent: name }), make('dd', { textContent: value })]),
  )

/** Opens the study at its own address in the viewer. Access is checked there, and Back returns here. */
const go = (studyUid) => window.location.assign(`/viewer-app/viewer?${new URLSearchParams({ StudyInstanceUIDs: studyUid })}`)

/** Creates the menu with the tools that don't fit on the screen, a guide to the gestures, and the details of the image. */
export function createMenu({ run, fit, finger, readName, latest, patientDetails }) {
  const element = make('dialog', { className: 'ph-menu', 'aria-label': 'Tools and details' })
  const close = () => element.close()
  const tool = (label, use) =>
    make('button', {
      type: 'button',
      textContent: label,
      onclick: () => {
        close()
        use()
      },
    })
  const fingers = fingerTools.map(([name, label]) => ({ name, button: tool(label, () => finger.use(name)) }))
  const tools = [
    tool('Fit to screen', fit),
    tool('Reset', () => run('resetViewport')),
    tool('Invert', () => run('invertViewport')),
    tool('Rotate right', () => run('rotateViewportCW')),
    tool('Flip sideways', () => run('flipViewportHorizontal')),
    tool('Clear measurements', () => run('clearMeasurements')),
  ]
  const ofWorklist = tool('Patient details', () => patientDetails.ask())
  const part = (title, className, ...children) =>
    make('section', { 'aria-label': title }, make('h2', { textContent: title }), make('div', { className }, ...children))
  const others = part('Other studies', 'ph-tools')
  const details = part('Details', 'ph-details')
  const closing = make('button', { type: 'button', className: 'ph-icon', 'aria-label': 'Close', onclick: close }, icon('close'))
  element.append(
    closing,
    part('One finger', 'ph-tools', ...fingers.map(({ button }) => button)),
    part('Image', 'ph-tools', ...tools, ofWorklist),
    others,
    part('Gestures', '', list('ph-facts-list', gestures)),
    details,
  )
  // A click outside the sheet hits the dialog element itself.
  element.addEventListener('click', ({ target }) => target === element && close())
  // Keeps OHIF's keys from acting while the sheet is open.
  element.addEventListener('keydown', (event) => event.stopPropagation())

  async function offerOthers(instance) {
    others.hidden = true
    const studies = instance ? await findOtherStudies(instance) : []
    if (latest().instance?.StudyInstanceUID !== instance?.StudyInstanceUID) return
    others.lastChild.replaceChildren(...studies.map(({ uid, label }) => tool(label, () => go(uid))))
    others.hidden = studies.length === 0
  }

  function open() {
    for (const { name, button } of fingers) mark(button, 'aria-pressed', name === finger.tool())
    ofWorklist.hidden = !patientDetails.isOffered()
    const { instance } = latest()
    details.lastChild.replaceChildren(list('ph-facts-list', instance ? readDetails(instance, readName) : []))
    offerOthers(instance)
    element.showModal()
    element.scrollTop = 0
  }
  return { element, open }
}
