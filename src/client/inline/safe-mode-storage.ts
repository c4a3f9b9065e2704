/**
 * In Safe Mode nothing of ours stays in the browser's storage: before anything else runs, what was kept there is wiped, and what the
 * scripts of the page keep from now on is gone with the page. The three choices that make the site usable (theme, whether and how
 * fast ESC twice leaves) go into a cookie whose name and value could be any site's, so that they hold on the next page: `__Host-look`,
 * as in `t.dark-s.off-w.5`. Who chooses Safe Mode has
 * read the tip: it is not shown again, nor does the demo's tour start by itself.
 * Sent as it stands, in pages of Safe Mode alone; the policy of the page names its hash.
 */
export const safePaint = `try{(function(){
var names={t:"unfogTheme",s:"unfogQuickHideShortcut",w:"unfogQuickHideSeconds"},own=Object.create(null),real,k,said=/(?:^|; )__Host-look=([\\w.-]*)/.exec(document.cookie);
function keep(){var parts=[];for(var n in names)if(own[names[n]])parts.push(n+"."+own[names[n]]);document.cookie="__Host-look="+parts.join("-")+"; Path=/; Secure; SameSite=Lax; Max-Age=34560000"}
function memory(m){function as(f){return{value:f}}function said(){if(m===own)keep()}return Object.defineProperties(m,{getItem:as(function(k){return k in m?m[k]:null}),setItem:as(function(k,v){m[k]=String(v);said()}),removeItem:as(function(k){delete m[k];said()})})}
try{real=localStorage;sessionStorage.clear()}catch(e){real={}}
for(k in names){var v=real[names[k]];if(v)own[names[k]]=v}
if(said)said[1].split("-").forEach(function(p){p=p.split(".");if(p[1]&&names.hasOwnProperty(p[0]))own[names[p[0]]]=p[1]});
if(real.length){keep();real.clear()}
own.unfogQuickHideTipDismissed=own.unfogDemoTourDismissed="true";
Object.defineProperty(window,"localStorage",{value:memory(own)});
Object.defineProperty(window,"sessionStorage",{value:memory(Object.create(null))})
})()}catch(e){}`
