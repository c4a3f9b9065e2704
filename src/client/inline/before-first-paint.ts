/**
 * Runs in the head before the first paint, so that neither theme nor tip nor Log In flashes, and asks for the fonts before the text is
 * laid out, so that they are there in time; the Content-Security-Policy names its hash. Where a round trip takes 150 ms they never are:
 * who comes from elsewhere gets the first page in the letters of their device, since fonts that are named but not there cost an old
 * phone a tenth of a second of looking and laying out anew, and they are fetched for the next one when the page is done. Who goes from
 * page to page, or is signed in, has them by then. Below 2 Mbit/s, which is also what a browser says that knows nothing of its line
 * yet, the text asks for them. Who saves data gets none. What comes too late all the same waits for the next page, and nothing ever
 * moves (font-display: optional). The cookie is the readable one, which opens nothing (domains/identity/identity.rules.ts).
 * Plain old JavaScript on purpose: it is sent as it stands. Storage may be refused: then the system's theme and the tip show.
 */
export const beforePaint = `try{var d=document.documentElement.dataset,n=navigator.connection||{},i=/(^|; )__Host-signed-in=1/.test(document.cookie),f=function(){["Literata","Atkinson Hyperlegible Next"].forEach(function(f){document.fonts.load("1em "+f).catch(function(){})})},s;if(i)d.signedIn="";if(n.saveData)d.fonts="later";else if(!(n.rtt>=150||n.downlink<2))f();else if(n.rtt>=150&&!i&&document.referrer.indexOf(location.origin+"/")){d.fonts="later";addEventListener("load",function(){setTimeout(f)})}s=localStorage;if(s.unfogTheme)d.theme=s.unfogTheme;if(s.unfogQuickHideTipDismissed)d.tip="off"}catch(e){}`
