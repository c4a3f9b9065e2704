/**
 * Replaces the browser's storage in Safe Mode by memory, before any other script runs. Four settings move to an inconspicuous cookie:
 * `__Host-look`, as in `t.dark-s.off-w.5`. Sent unchanged; the policy names its hash.
 */
export const safePaint = `try{(function(){
var names={t:"unfogTheme",s:"unfogQuickHideShortcut",w:"unfogQuickHideSeconds",c:"unfogCountry"},own=Object.create(null),real,k,look=/(?:^|; )__Host-look=([\\w.-]*)/.exec(document.cookie);
function save(){var parts=[];for(var n in names)if(own[names[n]])parts.push(n+"."+own[names[n]]);document.cookie="__Host-look="+parts.join("-")+"; Path=/; Secure; SameSite=Lax; Max-Age=34560000"}
function memory(m){function as(f){return{value:f}}function changed(){if(m===own)save()}return Object.defineProperties(m,{getItem:as(function(k){return k in m?m[k]:null}),setItem:as(function(k,v){m[k]=String(v);changed()}),removeItem:as(function(k){delete m[k];changed()})})}
try{real=localStorage;sessionStorage.clear()}catch(e){real={}}
for(k in names){var v=real[names[k]];if(v)own[names[k]]=v}
if(look)look[1].split("-").forEach(function(p){p=p.split(".");if(p[1]&&names.hasOwnProperty(p[0]))own[names[p[0]]]=p[1]});
if(real.length){save();real.clear()}
own.unfogQuickHideTipDismissed=own.unfogDemoTourDismissed="true";
Object.defineProperty(window,"localStorage",{value:memory(own)});
Object.defineProperty(window,"sessionStorage",{value:memory(Object.create(null))})
})()}catch(e){}`
