/**
 * Appended to the style of the archive viewer's page. Hides downloads, which belong to the worklist because they are recorded there, and links that
 * lead away from the images. Avoids white for dark reading rooms. Makes controls large enough for a thumb. On a phone, hides texts that our page
 * shows above the images.
 */
export const addedStyle = `
.toolbar-view [title="Download DICOM"] { display: none !important; }
.jsPanel-hdr a { pointer-events: none; }
#dicomImageWrapper { font: 13px/20px system-ui, sans-serif; color: #d5dae0; text-shadow: 0 0 2px #000, 0 0 4px #000; }
#topright, #bottomleft, #bottomcenter, #bottomright { pointer-events: none; }
.ui-slider.ui-widget-content { background: #1b2026; border-color: #3a424c; }
.ui-slider .ui-slider-handle.ui-button, .ui-slider .ui-slider-handle.ui-state-default { background: #9aa4af; border-color: #9aa4af; }
#open-toolbar, .jsPanel .jsPanel-hdr, .jsPanel .jsPanel-content { background: #c9d0d7 !important; border-color: #c9d0d7 !important; text-shadow: none; }
:focus-visible { outline: 2px solid #4cb6c4 !important; outline-offset: 1px; }
@media (pointer: coarse) {
  #open-toolbar { width: 44px; height: 44px; padding: 0; }
  #bottom { height: 44px; }
  #slider { height: 42px; margin: 0 21px; }
  .ui-slider .ui-slider-handle { width: 42px; height: 42px; margin-left: -21px; top: -1px; }
  #bottomleft, #bottomcenter, #bottomright { bottom: 50px; }
  .jsPanel { top: 62px !important; }
  .jsPanel, .jsPanel-content, .jsPanel-hdr, .jsPanel-hdr-l, .jsPanel-title { width: auto !important; max-width: none !important; height: auto !important; }
  .jsPanel .ui-button { min-width: 44px; height: 44px; }
}
@media (max-width: 600px) {
  #topright, .toolbar-view [title="Series information"] { display: none !important; }
  #bottomcenter { top: 20px; bottom: auto; left: 0; }
}
`
