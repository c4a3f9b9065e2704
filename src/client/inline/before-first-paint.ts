/**
 * Runs in the head, so that theme, tip and Log In do not flash. Sent unchanged, so old JavaScript; the policy names its hash. The cookie
 * authenticates nothing. Fonts:
 *
 * - From a round trip of 150 ms, visitors from other sites get device fonts first: missing ones cost an old phone 0.1 s of layout.
 * - Below 2 Mbit/s, which browsers also report before they have measured, the text requests them itself.
 * - With Save-Data there are none.
 */
export const beforePaint = `try{var d=document.documentElement.dataset,n=navigator.connection||{},i=/(^|; )__Host-signed-in=1/.test(document.cookie),f=function(){["Literata","Atkinson Hyperlegible Next"].forEach(function(f){document.fonts.load("1em "+f).catch(function(){})})},s;if(i)d.signedIn="";if(n.saveData)d.fonts="later";else if(!(n.rtt>=150||n.downlink<2))f();else if(n.rtt>=150&&!i&&document.referrer.indexOf(location.origin+"/")){d.fonts="later";addEventListener("load",function(){setTimeout(f)})}s=localStorage;if(s.unfogTheme)d.theme=s.unfogTheme;if(s.unfogQuickHideTipDismissed)d.tip="off"}catch(e){}`
