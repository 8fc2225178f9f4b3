// OHIF's settings. A classic script that runs before OHIF: what it reads from `window` is set here.
window.PUBLIC_URL = '/viewer-app/'

/** The worklists that are open in this browser: they show the patient's details, for which this window has no session. A share link finds none. */
const worklists = new BroadcastChannel('readroom-viewer')
const shownUid = () => new URLSearchParams(window.location.search).get('StudyInstanceUIDs')?.split(',')[0]
const detailsClass = 'rounded border border-current px-2 py-0.5 text-sm text-foreground hover:bg-primary/20'

/** Beside a report: the page around says whose images they are, and leaves the frame less room. */
const isFramed = window.self !== window.top
// A narrow frame on a large screen is no phone.
if (isFramed) document.querySelector('link[href$="phone.css"]').media = 'not all'

worklists.addEventListener('message', ({ data }) => {
  if (data?.type === 'worklist') patientDetails.hasWorklist = true
})

/** Made once, so that OHIF's header does not begin anew each time it is drawn. */
let Logo
const logoOf = (React) => {
  Logo ??= function Brand() {
    const [hasWorklist, setHasWorklist] = React.useState(false)
    React.useEffect(() => {
      const heard = ({ data }) => data?.type === 'worklist' && setHasWorklist(true)
      worklists.addEventListener('message', heard)
      worklists.postMessage({ type: 'viewer' })
      return () => worklists.removeEventListener('message', heard)
    }, [])
    const ask = (event) => {
      // The logo around it leads to OHIF's own list.
      event.stopPropagation()
      worklists.postMessage({ type: 'patient', studyInstanceUID: shownUid() })
    }
    const details = { type: 'button', className: detailsClass, title: 'Shows in the window of the worklist', onClick: ask }
    return React.createElement(
      'span',
      { className: 'flex items-center gap-3' },
      !isFramed && React.createElement('span', { className: 'text-foreground text-lg font-semibold' }, 'Readroom'),
      hasWorklist && !isFramed && React.createElement('button', details, 'Patient details'),
    )
  }
  return Logo
}

const isPhone = !isFramed && window.matchMedia('(max-width: 767px), (max-height: 500px) and (pointer: coarse)').matches
/** What stands around the images of a phone, and how their study stands: asked for at once, and OHIF waits for neither. */
const phoneLayer = isPhone ? import(`${window.PUBLIC_URL}phone.js`) : null
const standing = phoneLayer?.then(({ askStanding }) => askStanding(shownUid()))
const phoneTools = ['StackScroll', 'WindowLevel', 'Pan', 'MeasurementTools', 'MoreTools']

/** One finger goes through the images, two enlarge and move them. */
function bindFingers({ toolGroupService, extensionManager }) {
  const { toolNames, Enums } = extensionManager.getModuleEntry('@ohif/extension-cornerstone.utilityModule.tools').exports
  const tools = toolGroupService.getToolGroup('default')
  tools.setToolPassive(toolNames.WindowLevel)
  tools.setToolActive(toolNames.StackScroll, {
    bindings: [{ mouseButton: Enums.MouseBindings.Primary }, { mouseButton: Enums.MouseBindings.Wheel }],
  })
}

/** `Doe^John` as it is read; OHIF has the name as the archive's JSON does. */
const readName = (name) => {
  const text = [name].flat()[0]?.Alphabetic ?? name ?? ''
  return `${text}`.split('=')[0].replaceAll('^', ' ').replaceAll(/\s+/g, ' ').trim()
}

/** The window is named after the patient, as those of Readroom are. */
function nameWindow({ displaySetService }) {
  displaySetService.subscribe(displaySetService.EVENTS.DISPLAY_SETS_ADDED, ({ displaySetsAdded }) => {
    const shown = displaySetsAdded.find(({ StudyInstanceUID }) => StudyInstanceUID === shownUid())
    const { PatientName, PatientID } = shown?.instances?.[0] ?? shown?.instance ?? {}
    const title = [readName(PatientName), `${PatientID ?? ''}`.trim()].filter(Boolean).join(' · ')
    if (title) document.title = `${title} - Readroom`
  })
}

/** Any screen's mode. In a frame the images have the width, and the series open by their button. */
const mode = {
  ...(isFramed && { routes: { 0: { layoutInstance: { props: { leftPanelClosed: { $set: true } } } } } }),
  onModeEnter: {
    $apply: (original) =>
      function onModeEnter(given) {
        original.call(this, given)
        nameWindow(given.servicesManager.services)
      },
  },
}

/** The worklist's dialog, offered where a worklist is open. */
const patientDetails = {
  hasWorklist: false,
  isOffered: () => patientDetails.hasWorklist,
  ask: () => worklists.postMessage({ type: 'patient', studyInstanceUID: shownUid() }),
}

/** Takes the layer of the mode that is shown away again. */
let leavePhone = async () => {}

/** Puts the layer around the images once it is there. Until then, and without it, phone.css places what OHIF has. */
function enterPhone(given) {
  const hasLeft = new AbortController()
  const started = phoneLayer.then(({ startPhone }) => {
    if (hasLeft.signal.aborted) return () => {}
    // A window that is made wider stays a phone's.
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

/** What a phone's screen has room for (phone.css): no panel is open beside the image, and few tools below it. */
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
  // request-errors.js tells the user; OHIF calls this without looking whether it exists.
  httpErrorHandler: () => {},
  investigationalUseDialog: { option: 'never' },
  // Several workers decode in parallel; more than three trouble some Windows machines.
  maxNumberOfWebWorkers: 3,
  // Two viewers stand in a reading page, and neither shows more than a study with its prior.
  ...(isFramed && { maxCacheSize: (navigator.deviceMemory < 8 ? 512 : 1024) * 2 ** 20 }),
  maxNumRequests: { interaction: 100, thumbnail: 5, prefetch: 10 },
  strictZSpacingForVolumeViewport: true,
  // Reports are written in Readroom and the archive is read-only here, so nothing offers to save into it.
  measurementTrackingMode: 'none',
  customizationService: [{ 'ohif.tours': { $set: [] }, 'panelMeasurement.disableEditing': { $set: true } }],
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
