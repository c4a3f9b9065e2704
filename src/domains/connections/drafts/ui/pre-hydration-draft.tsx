import { USER_ID_FIELD, USER_ID_HEADER } from '../../../../platform/api-client.ts'

/** Saves text typed before hydration. Keeps the field, because Quick Hide clears the DOM. ES5: not built. */
export const preHydrationScript = `(function(t){if(!t)return;function words(){var d=Object.fromEntries(new FormData(t.form)),r=d.revision;return t.value!==t.defaultValue&&{method:"PUT",keepalive:true,headers:{"Content-Type":"application/json","${USER_ID_HEADER}":d.${USER_ID_FIELD}},body:JSON.stringify({id:d.id,user_id:d.${USER_ID_FIELD},content:t.value,linked_term_id:d.linked_term_id||null,entry_revision:r?+r:null,revision:null})}}
document.addEventListener("quickhide:exit",function(e){var w=words();if(w){e.detail.body=w.body;e.detail.headers=w.headers}});
addEventListener("pagehide",function(){var w=words();if(w)fetch("/api/journal-drafts/"+t.form.elements.id.value,w).catch(function(){})})})(document.getElementById("content"))`

/** Place it below the form. Browsers hide `nonce` from scripts. */
export const PreHydrationDraft = ({ nonce }: { nonce: string | undefined }) => (
  <script
    nonce={nonce}
    suppressHydrationWarning
    // Empty in the browser: the script has already run.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script, allowed by the page's nonce
    dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? preHydrationScript : '' }}
  />
)
