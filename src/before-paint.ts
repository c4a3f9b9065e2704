/**
 * Runs in the head before the first paint, so that neither theme nor tip flashes; the Content-Security-Policy names its hash.
 * Plain old JavaScript on purpose: it is sent as it stands. Storage may be refused: then the system's theme and the tip show.
 */
export const beforePaint = `try{var d=document.documentElement.dataset,s=localStorage;if(s.unfogTheme)d.theme=s.unfogTheme;if(s.unfogQuickHideTipDismissed)d.tip="off"}catch(e){}`
