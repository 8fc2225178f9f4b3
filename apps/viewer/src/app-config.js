// OHIF's settings. A classic script that runs before OHIF: what it reads from `window` is set here.
window.PUBLIC_URL = '/viewer-app/'

window.config = {
  name: 'readroom',
  routerBasename: '/viewer-app',
  extensions: [],
  modes: [],
  showStudyList: false,
  showLoadingIndicator: true,
  showPatientInfo: 'visibleReadOnly',
  showWarningMessageForCrossOrigin: false,
  showCPUFallbackMessage: true,
  showErrorDetails: 'dev',
  // request-errors.js tells the user; OHIF calls this without looking whether it exists.
  httpErrorHandler: () => {},
  investigationalUseDialog: { option: 'never' },
  // Several workers decode in parallel; more than three trouble some Windows machines.
  maxNumberOfWebWorkers: 3,
  maxNumRequests: { interaction: 100, thumbnail: 5, prefetch: 10 },
  strictZSpacingForVolumeViewport: true,
  // Reports are written in Readroom and the archive is read-only here, so nothing offers to save into it.
  measurementTrackingMode: 'none',
  customizationService: [{ 'ohif.tours': { $set: [] }, 'panelMeasurement.disableEditing': { $set: true } }],
  whiteLabeling: {
    createLogoComponentFn: (React) =>
      React.createElement('span', { className: 'text-foreground text-lg font-semibold' }, 'Readroom'),
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
