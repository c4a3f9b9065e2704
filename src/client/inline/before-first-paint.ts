/**
 * Runs in the head before the first paint, so that theme, tip and Log In do not flash. The Content-Security-Policy names its hash. It also
 * requests the fonts before layout:
 *
 * - With a round trip of 150 ms they would be late. A visitor from another site gets device fonts on the first page, and the fonts load
 *   after it for the next one: declared but missing fonts cost an old phone 0.1 s of layout. Signed-in users, and visitors from our own
 *   pages, have the fonts by then.
 * - Below 2 Mbit/s, which browsers also report before they have measured, the text requests the fonts itself.
 * - With Save-Data there are none.
 * - A late font waits for the next page, so nothing shifts (font-display: optional).
 *
 * The cookie is the readable one, which authenticates nothing (domains/identity/identity.rules.ts). The code is old JavaScript because it is
 * sent unchanged. If storage is blocked, the system theme and the tip show.
 */
export const beforePaint = `try{var d=document.documentElement.dataset,n=navigator.connection||{},i=/(^|; )__Host-signed-in=1/.test(document.cookie),f=function(){["Literata","Atkinson Hyperlegible Next"].forEach(function(f){document.fonts.load("1em "+f).catch(function(){})})},s;if(i)d.signedIn="";if(n.saveData)d.fonts="later";else if(!(n.rtt>=150||n.downlink<2))f();else if(n.rtt>=150&&!i&&document.referrer.indexOf(location.origin+"/")){d.fonts="later";addEventListener("load",function(){setTimeout(f)})}s=localStorage;if(s.unfogTheme)d.theme=s.unfogTheme;if(s.unfogQuickHideTipDismissed)d.tip="off"}catch(e){}`
