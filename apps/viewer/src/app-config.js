// OHIF's settings. A classic script that runs before OHIF and sets what OHIF reads from `window`.
window.PUBLIC_URL = '/viewer-app/'

/** Connects to the worklists open in this browser. They show the patient's details, because this window has no session. A share link finds no worklist. */
const worklists = new BroadcastChannel('readroom-viewer')
const shownUid = () => new URLSearchParams(window.location.search).get('StudyInstanceUIDs')?.split(',')[0]
const detailsClass = 'rounded border border-current px-2 py-0.5 text-sm text-foreground hover:bg-primary/20'

/** True beside a report. The surrounding page names the patient, and the frame has less room. */
const isFramed = window.self !== window.top
// A narrow frame on a large screen is not a phone.
if (isFramed) {
  document.querySelector('link[href$="phone.css"]').media = 'not all'
  document.documentElement.classList.add('framed')
}

worklists.addEventListener('message', ({ data }) => {
  if (data?.type !== 'worklist') return
  patientDetails.hasWorklist = true
  if (data.bindings) window.readroomControls.use(data.bindings)
})

/** The state of the study in a window of its own. It is requested at once, and OHIF doesn't wait for it. */
const standing = isFramed
  ? Promise.resolve(null)
  : import(`${window.PUBLIC_URL}standing.js`).then(({ askStanding }) => askStanding(shownUid()))

/** Created once, so that OHIF's header doesn't remount it on each render. */
let Logo
const logoOf = (React) => {
  Logo ??= function Brand() {
    const [hasWorklist, setHasWorklist] = React.useState(false)
    const [isEmergency, setIsEmergency] = React.useState(false)
    React.useEffect(() => {
      standing.then((answer) => setIsEmergency(answer?.isEmergency === true))
    }, [])
    React.useEffect(() => {
      const heard = ({ data }) => data?.type === 'worklist' && setHasWorklist(true)
      worklists.addEventListener('message', heard)
      worklists.postMessage({ type: 'viewer' })
      return () => worklists.removeEventListener('message', heard)
    }, [])
    const ask = (event) => {
      // The surrounding logo links to OHIF's own study list.
      event.stopPropagation()
      worklists.postMessage({ type: 'patient', studyInstanceUID: shownUid() })
    }
    const details = { type: 'button', className: detailsClass, title: 'Shows in the window of the worklist', onClick: ask }
    return React.createElement(
      'span',
      { className: 'flex items-center gap-3' },
      !isFramed && React.createElement('span', { className: 'text-foreground text-lg font-semibold' }, 'Readroom'),
      isEmergency && React.createElement('strong', { className: 'emergency-mark' }, 'EMERGENCY'),
      hasWorklist && !isFramed && React.createElement('button', details, 'Patient details'),
    )
  }
  return Logo
}

const isPhone = !isFramed && window.matchMedia('(max-width: 767px), (max-height: 500px) and (pointer: coarse)').matches
/** The screen around the images on a phone. It is requested at once, and OHIF doesn't wait for it. */
const phoneLayer = isPhone ? import(`${window.PUBLIC_URL}phone.js`) : null
const phoneTools = ['StackScroll', 'WindowLevel', 'Pan', 'MeasurementTools', 'MoreTools']

/** Binds one finger to scrolling through the images, and two fingers to zooming and moving. */
function bindFingers({ toolGroupService, extensionManager }) {
  const { toolNames, Enums } = extensionManager.getModuleEntry('@ohif/extension-cornerstone.utilityModule.tools').exports
  const tools = toolGroupService.getToolGroup('default')
  tools.setToolPassive(toolNames.WindowLevel)
  tools.setToolActive(toolNames.StackScroll, {
    bindings: [{ mouseButton: Enums.MouseBindings.Primary }, { mouseButton: Enums.MouseBindings.Wheel }],
  })
}

/** Formats a name such as `Doe^John` for reading. OHIF has the name as in the archive's JSON. */
const readName = (name) => {
  const text = [name].flat()[0]?.Alphabetic ?? name ?? ''
  return `${text}`.split('=')[0].replaceAll('^', ' ').replaceAll(/\s+/g, ' ').trim()
}

/** Sets the window title to the patient, as in Readroom's windows. */
function nameWindow({ displaySetService }) {
  displaySetService.subscribe(displaySetService.EVENTS.DISPLAY_SETS_ADDED, ({ displaySetsAdded }) => {
    const shown = displaySetsAdded.find(({ StudyInstanceUID }) => StudyInstanceUID === shownUid())
    const { PatientName, PatientID } = shown?.instances?.[0] ?? shown?.instance ?? {}
    const title = [readName(PatientName), `${PatientID ?? ''}`.trim()].filter(Boolean).join(' · ')
    if (title) document.title = `${title} - Readroom`
  })
}

/** Returns true for an image of the current study. Beside a prior, the two must be told apart at once. */
const isCurrent = ({ referenceInstance }) => referenceInstance?.StudyInstanceUID === shownUid()
const overlayLine = (id, title, contentF) => ({
  id,
  title,
  contentF,
  inheritsFrom: 'ohif.overlayItem',
  label: '',
  condition: contentF,
})

/** The overlay on every image: the patient, the date, and whether it is the current study or a prior. */
const overlays = [
  overlayLine('Name', 'Patient', ({ referenceInstance }) => readName(referenceInstance?.PatientName)),
  overlayLine('Id', 'Patient ID', ({ referenceInstance }) => `${referenceInstance?.PatientID ?? ''}`.trim()),
  overlayLine('Standing', 'Current study or prior', (props) => {
    // Before its image has come, a viewport doesn't know whose it is.
    if (!props.referenceInstance) return ''
    const { StudyDate: date } = props.referenceInstance
    const day = /^(\d{4})(\d\d)(\d\d)$/.exec(date ?? '')
    return [isCurrent(props) ? 'Current' : 'Prior', day && `${day[3]}/${day[2]}/${day[1]}`].filter(Boolean).join(' · ')
  }),
  overlayLine('NotShown', 'The viewer does not show all of this image', ({ referenceInstance }) =>
    referenceInstance ? window.readroomHanging.notShown(referenceInstance) : '',
  ),
  overlayLine('Linked', 'Scrolls together with the others of its plane', ({ viewportId }) =>
    window.readroomControls.isLinked(viewportId) ? 'Scrolls together' : '',
  ),
  overlayLine('Series', 'Series description', ({ referenceInstance }) => referenceInstance?.SeriesDescription ?? ''),
]

/** The mode for any screen. In a frame the images have the full width, because the surrounding page lists the series. */
const mode = {
  hangingProtocol: { $set: window.readroomHanging.ids },
  ...(isFramed && { routes: { 0: { layoutInstance: { props: { leftPanels: { $set: [] } } } } } }),
  onModeEnter: {
    $apply: (original) =>
      function onModeEnter(given) {
        window.readroomControls.prepare(given)
        original.call(this, given)
        window.readroomHanging.teach(given.servicesManager.services)
        window.readroomControls.enter(given)
        nameWindow(given.servicesManager.services)
      },
  },
}

/** Opens the patient's details in the worklist, if one is open. */
const patientDetails = {
  hasWorklist: false,
  isOffered: () => patientDetails.hasWorklist,
  ask: () => worklists.postMessage({ type: 'patient', studyInstanceUID: shownUid() }),
}

/** Removes the phone layer of the current mode. */
let leavePhone = async () => {}

/** Puts the phone layer around the images when it is loaded. Until then, or without it, phone.css arranges OHIF's own controls. */
function enterPhone(given) {
  const hasLeft = new AbortController()
  const started = phoneLayer.then(({ startPhone }) => {
    if (hasLeft.signal.aborted) return () => {}
    // A window that is widened later keeps the phone layout.
    document.querySelector('link[href$="phone-layer.css"]').media = 'all'
    document.querySelector('link[href$="phone.css"]').media = 'not all'
    return startPhone({ ...given, readName, standing, patientDetails })
  })
  leavePhone = async () => {
    hasLeft.abort()
    const stop = await started
    stop()
  }
}

/** The mode for a phone's screen (phone.css): no panel is open beside the image, and few tools are below it. */
const phoneMode = {
  routes: { 0: { layoutInstance: { props: { leftPanelClosed: { $set: true }, rightPanels: { $set: [] } } } } },
  initToolGroups: {
    $apply: (original) => (given) => {
      original(given)
      bindFingers(given)
    },
  },
  onModeEnter: {
    $apply: (original) =>
      function onModeEnter(given) {
        original.call(this, given)
        const { toolbarService } = given.servicesManager.services
        nameWindow(given.servicesManager.services)
        toolbarService.clearButtonSection('primary')
        toolbarService.updateSection('primary', phoneTools)
        enterPhone(given)
      },
  },
  onModeExit: {
    $apply: (original) =>
      function onModeExit(given) {
        leavePhone()
        original?.call(this, given)
      },
  },
}

window.config = {
  name: 'readroom',
  routerBasename: '/viewer-app',
  extensions: [],
  modes: [],
  modesConfiguration: { '@ohif/mode-longitudinal': isPhone ? phoneMode : mode },
  showStudyList: false,
  showLoadingIndicator: true,
  showPatientInfo: isFramed ? 'disabled' : 'visibleReadOnly',
  showWarningMessageForCrossOrigin: false,
  showCPUFallbackMessage: true,
  showErrorDetails: 'dev',
  // request-errors.js tells the user. OHIF calls this without checking that it exists.
  httpErrorHandler: () => {},
  investigationalUseDialog: { option: 'never' },
  // Several workers decode in parallel. More than three cause trouble on some Windows machines.
  maxNumberOfWebWorkers: 3,
  // A reading page has two viewers, and neither shows more than a study with its prior.
  ...(isFramed && { maxCacheSize: (navigator.deviceMemory < 8 ? 512 : 1024) * 2 ** 20 }),
  maxNumRequests: { interaction: 100, thumbnail: 5, prefetch: 10 },
  strictZSpacingForVolumeViewport: true,
  // Reports are written in Readroom and the archive is read-only here, so nothing offers to save into it.
  measurementTrackingMode: 'none',
  customizationService: [
    {
      'ohif.tours': { $set: [] },
      'panelMeasurement.disableEditing': { $set: true },
      'viewportOverlay.topLeft': { $set: overlays },
      'cornerstone.windowLevelPresets': { CT: { $set: window.readroomControls.windows } },
      // Ours are bound by controls.js. OHIF's own list of keys would keep them in this browser.
      'ohif.hotkeyBindings': { $set: [] },
      'ohif.userPreferencesModal': { $set: () => 'Keys and mouse buttons are bound in Readroom’s list of keys (Alt K).' },
    },
  ],
  whiteLabeling: {
    createLogoComponentFn: (React) => React.createElement(logoOf(React)),
  },
  defaultDataSourceName: 'readroom',
  dataSources: [
    {
      namespace: '@ohif/extension-default.dataSourcesModule.dicomweb',
      sourceName: 'readroom',
      configuration: {
        friendlyName: 'Readroom',
        name: 'readroom',
        qidoRoot: '/dicom-web',
        wadoRoot: '/dicom-web',
        qidoSupportsIncludeField: false,
        supportsFuzzyMatching: false,
        supportsWildcard: false,
        supportsReject: false,
        dicomUploadEnabled: false,
        imageRendering: 'wadors',
        thumbnailRendering: 'wadors',
        enableStudyLazyLoad: true,
        omitQuotationForMultipartRequest: true,
        bulkDataURI: { enabled: true, relativeResolution: 'studies' },
      },
    },
  ],
}
