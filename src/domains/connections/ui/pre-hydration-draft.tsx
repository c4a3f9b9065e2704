import { USER_ID_FIELD, USER_ID_HEADER } from '../../../platform/api-client.ts'

/**
 * Keeps what is typed into the form of a Connection before React has come to it, or where it never comes: Quick Hide takes it along,
 * and a page that is left sends it on its way out. What stands there otherwise than the server wrote it, or React, nobody knows yet.
 * Quick Hide empties the page before it asks, so the field is held. Plain old JavaScript on purpose: it is sent as it stands.
 */
const keepEarlyWords = `(function(t){if(!t)return;function words(){var d=Object.fromEntries(new FormData(t.form)),r=d.revision;return t.value!==t.defaultValue&&{method:"PUT",keepalive:true,headers:{"Content-Type":"application/json","${USER_ID_HEADER}":d.${USER_ID_FIELD}},body:JSON.stringify({id:d.id,user_id:d.${USER_ID_FIELD},content:t.value,linked_term_id:d.linked_term_id||null,entry_revision:r?+r:null,revision:null})}}
document.addEventListener("leaving",function(e){var w=words();if(w){e.detail.body=w.body;e.detail.headers=w.headers}});
addEventListener("pagehide",function(){var w=words();if(w)fetch("/api/journal-drafts/"+t.form.elements.id.value,w).catch(function(){})})})(document.getElementById("content"))`

/** Stands below the form. @param nonce known to the server alone, which browsers hide */
export const EarlyWords = ({ nonce }: { nonce: string | undefined }) => (
  <script
    nonce={nonce}
    suppressHydrationWarning
    // What has run is not repeated in the scripts of the page.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, named by the nonce of the page
    dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? keepEarlyWords : '' }}
  />
)
