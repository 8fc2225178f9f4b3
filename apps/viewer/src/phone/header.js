import { icon, make, write } from './dom.js'
import { readPatient } from './patient.js'

/** Creates the header with the patient and the study, and the notice of a share link below it. */
export function createHeader({ readName, standing, onMenu }) {
  const name = make('bdi', { className: 'ph-name' })
  const badge = make('span', { className: 'ph-emergency', hidden: true, textContent: 'EMERGENCY' })
  const menu = make(
    'button',
    { type: 'button', className: 'ph-icon', 'aria-label': 'Tools and details', onclick: onMenu },
    icon('more', 3),
  )
  const [identity, description, date] = ['ph-line', 'ph-study', 'ph-date'].map((className) => make('span', { className }))
  const element = make(
    'header',
    { className: 'ph-head' },
    make('div', { className: 'ph-who' }, make('h1', {}, name), badge, menu),
    make('p', { className: 'ph-facts' }, identity),
    make('p', { className: 'ph-facts' }, description, date),
  )
  const notice = make('p', { className: 'ph-link', hidden: true }, icon('link'), make('span'))
  let known = null
  let latest = null

  function draw({ instance }) {
    latest = instance
    const patient = instance && readPatient(instance, readName)
    write(name, patient?.name ?? '')
    write(identity, patient ? [patient.id, patient.ageAndSex, patient.accession].filter(Boolean).join(' · ') : '')
    write(description, patient?.description ?? '')
    write(date, patient ? [patient.description && patient.date ? ' · ' : '', patient.date].join('') : '')
    const isEmergency = known?.isEmergency === true && known.studyUid === patient?.studyUid
    badge.hidden = !isEmergency
    element.classList.toggle('is-emergency', isEmergency)
    if (known?.sharedUntil) write(notice.lastChild, `Shared until ${known.sharedUntil}. Opening is recorded.`)
    notice.hidden = !known?.sharedUntil
  }

  standing.then((answer) => {
    known = answer
    draw({ instance: latest })
  })
  return { element, notice, draw }
}
