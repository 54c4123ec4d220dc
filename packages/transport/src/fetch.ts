/**
 * `fetch`, with the whole body of a failed reply under `error.body` of a JSON: SDKs keep of a failed reply only what stands under
 * `error` in its JSON; many servers say it elsewhere, and proxies in HTML. `errorReplyOf` reads it back.
 */
export const fetchWithWholeErrors: typeof fetch = async (url, init) => {
  const response = await fetch(url, init);
  if (response.ok) return response;
  const { status, headers } = response;
  return new Response(JSON.stringify({ error: { body: await response.text() } }), { status, headers });
};
