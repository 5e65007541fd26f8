"""Scripts of a page that leave it while they load, or do not arrive."""

from components.kit.files import START


def test_links_that_a_run_replaces_while_their_script_loads_start_nothing(open_room):
    page = open_room("similarity")
    page.evaluate(
        """async (text) => {
          const { file } = document.querySelector("script[data-file*=room_links]").dataset;
          const script = document.createElement("script");
          Object.assign(script.dataset, { file, given: "{}" });
          script.textContent = text;
          document.body.append(script);
          script.remove();
          await import(new URL("../../" + file, document.querySelector("script[type=module][src]").src));
        }""",
        START,
    )
    page.reload()
    assert not page.witness.complaints


def test_a_script_that_did_not_arrive_is_fetched_again(page, open_room):
    refused = []

    def once(route):
        if refused:
            return route.continue_()
        refused.append(route.request.url)
        return route.abort()

    page.route("**/controls/copy_link.js*", once)
    open_room("matrix")  # waits until every script has started
    assert len(refused) == 1
    page.witness.complaints.clear()  # the request that failed
