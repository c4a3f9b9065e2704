/**
 * Runs in the head before the first paint, so that neither theme nor tip nor Log In flashes, and asks for the fonts before the text
 * is laid out, so that they are there in time; the Content-Security-Policy names its hash. A slow line (a round trip of 150 ms, less
 * than 2 Mbit/s, or one that saves data) gets its text first, a tenth of a second earlier on an old phone: fonts that come too late for a page wait for the next one, and nothing ever moves
 * (font-display: optional). The cookie is the readable one, which opens nothing (domains/identity/rules.ts).
 * Plain old JavaScript on purpose: it is sent as it stands. Storage may be refused: then the system's theme and the tip show.
 */
export const beforePaint = `try{var d=document.documentElement.dataset,n=navigator.connection||{},s;if(/(^|; )signed-in=1/.test(document.cookie))d.signedIn="";if(!n.saveData&&!(n.rtt>=150||n.downlink<2))["Literata","Atkinson Hyperlegible Next"].forEach(function(f){document.fonts.load("1em "+f).catch(function(){})});s=localStorage;if(s.unfogTheme)d.theme=s.unfogTheme;if(s.unfogQuickHideTipDismissed)d.tip="off"}catch(e){}`
