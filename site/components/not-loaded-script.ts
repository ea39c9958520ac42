/**
 * Source of the script that says so where the script of a page does not come, as on a line that is cut: nothing else of
 * such a page would, and its skeleton would stay for ever. It stands inline behind its words; its CSP hash is made from
 * this very text. What was rendered before stays: only an island that is nothing without its script gives way, and becomes
 * the main part of a page where it would have brought that along.
 */
export const NOT_LOADED_SCRIPT = `addEventListener('astro:hydration-error',e=>{const t=e.target;if(t.getAttribute('client')!=='only')return;e.preventDefault();t.replaceChildren(document.querySelector('[data-not-loaded]').content.cloneNode(true));if(!t.closest('main')){t.id='content';t.setAttribute('role','main');t.firstElementChild.classList.add('shell')}const again=()=>location.reload();t.querySelector('button').onclick=again;addEventListener('online',again,{once:true})})`;
