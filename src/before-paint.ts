/**
 * Runs in the head before the first paint, so that neither theme nor tip nor Log In flashes; the Content-Security-Policy names
 * its hash. The cookie is the readable one, which opens nothing (domains/identity/rules.ts).
 * Plain old JavaScript on purpose: it is sent as it stands. Storage may be refused: then the system's theme and the tip show.
 */
export const beforePaint = `try{var d=document.documentElement.dataset,s=localStorage;if(/(^|; )signed-in=1/.test(document.cookie))d.signedIn="";if(s.unfogTheme)d.theme=s.unfogTheme;if(s.unfogQuickHideTipDismissed)d.tip="off"}catch(e){}`
